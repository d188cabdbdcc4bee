#!/usr/bin/env python3
"""symbols.py LIBRARY...: what the libraries whose results feed the state take from elsewhere.

A recording replays bit for bit on another computer only if nothing in these libraries depends on how a C library
rounds. Each undefined symbol must be defined in one of the libraries named, or stand in the table below."""
import subprocess
import sys

ALLOWED = {
    "exact by IEEE 754 or by the C standard": """
        sqrt fma floor ceil trunc fabs fmin fmax fminf fmaxf fmod remainder nearbyint rint lround lrint copysign ldexp
        nextafter nextafterf""",
    "memory and text": """
        memcmp memcpy memmove memset strcmp strlen strncmp strchr strrchr snprintf vsnprintf strtod strtol strtoll
        __ctype_b_loc __ctype_tolower_loc aligned_alloc free __assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_
        __errno_location""",
    "sorting; every order here is total, so that equal elements do not exist": "qsort bsearch",
    "sparse factorisations for large mechanisms: compiled C without elementary functions": """
        klu_analyze klu_defaults klu_factor klu_free_numeric klu_free_symbolic klu_refactor klu_solve
        ldl_dsolve ldl_lsolve ldl_ltsolve ldl_numeric ldl_perm ldl_permt ldl_symbolic amd_order""",
    "equilibrium and modes, which are printed and start no drive": """
        LAPACKE_dgelsd LAPACKE_dgesv LAPACKE_dgesvd LAPACKE_dpotrf LAPACKE_dsygv""",
    "reduction of flexible bodies, whose result is written to a file that drives read": """
        cholmod_analyze cholmod_factorize cholmod_finish cholmod_free_dense cholmod_free_factor cholmod_solve
        cholmod_start dsaupd_c dseupd_c LAPACKE_dlamch LAPACKE_dsygvd LAPACKE_dsygvx calloc""",
    "reading authored files": """
        file_ stat yaml_ fopen fclose ferror fread malloc realloc memchr strcspn strspn strstr strpbrk strerror strtoul
        strcasecmp strncasecmp aiImportFileEx aiReleaseImport aiGetErrorString aiGetMaterialString""",
}


def symbols(library, kind):
    output = subprocess.run(["nm", kind, library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in output.splitlines() if " " in line.strip()}


def main(libraries):
    defined, taken = set(), {}
    for library in libraries:
        defined |= symbols(library, "--defined-only")
        for symbol in symbols(library, "--undefined-only"):
            taken.setdefault(symbol, library)
    allowed = set(" ".join(ALLOWED.values()).split())
    prefixes = tuple(name for name in allowed if name.endswith("_"))
    strange = {s: l for s, l in taken.items() if s not in defined | allowed and not s.startswith(prefixes)}
    for symbol, library in sorted(strange.items()):
        print(f"{library}: '{symbol}' is not on the list of what rounds the same everywhere; use hl/real.h")
    print(f"{len(taken)} symbols taken, {len(strange)} of them not allowed")
    return 1 if strange or not taken else 0


sys.exit(main(sys.argv[1:]))
