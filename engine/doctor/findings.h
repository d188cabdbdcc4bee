/* One function for each finding: it sets state and `found`; expectation and change come from the table in
 * doctor.c, and may be replaced by more exact ones. */
#ifndef DOCTOR_FINDINGS_H
#define DOCTOR_FINDINGS_H

#include "doc/doctor.h"

typedef void finding_judge(const doc_subject *subject, doc_finding *finding);

/* findings_computer.c */
finding_judge judge_preemption, judge_isolation, judge_governor, judge_sleep, judge_throttling, judge_clock,
    judge_processors, judge_siblings, judge_virtual, judge_huge_pages, judge_numa;

/* findings_rights.c */
finding_judge judge_priority, judge_locking, judge_swap, judge_graphics, judge_sound, judge_inputs;

/* findings_load.c */
finding_judge judge_steal, judge_load, judge_interrupts;

#endif
