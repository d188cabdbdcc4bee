#include "page.h"
#include "words.h"

#include "train/debrief.h"

/* Characters that HTML and XML allow in texts. */
static bool allowed(uint32_t code)
{
    return code >= 0x20 ? code != 0x7f && code != 0xfffe && code != 0xffff : code == '\n' || code == '\t';
}

void train_html_text(FILE *out, const char *text)
{
    while (*text) {
        const char *from = text;
        const uint32_t code = words_next(&text);
        if (code == '&')
            fputs("&amp;", out);
        else if (code == '<')
            fputs("&lt;", out);
        else if (code == '>')
            fputs("&gt;", out);
        else if (code == '"')
            fputs("&quot;", out);
        else if (code == '\'')
            fputs("&#39;", out);
        else if (code == 0xfffd || !allowed(code))
            fputs("\xef\xbf\xbd", out); /* U+FFFD, the replacement character */
        else
            fwrite(from, 1, (size_t)(text - from), out);
    }
}

void page_element(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    train_html_text(out, text);
    fprintf(out, "</%s>", element);
}

void page_number_cell(FILE *out, double value, words_unit unit)
{
    char text[WORDS_NUMBER];
    fputs("<td class=\"n\">", out);
    train_html_text(out, words_number(value, unit, text));
    fputs("</td>", out);
}

void page_points_cell(FILE *out, double points)
{
    char text[WORDS_NUMBER];
    fprintf(out, "<td class=\"n\">%s</td>", words_points(points, text));
}

/* Light and dark, screen and paper. Colours of Okabe and Ito, which people who see colours differently can
 * tell apart; text has a contrast of at least 4.5 : 1. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b2733;--soft:#526070;--line:#d5dbe2;--ground:#f3f5f8;--card:#fff;"
    "--blue:#0063a0;--good:#00704f;--bad:#b04300;--bar:#0072b2;--track:#e3e8ee}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e7ecf2;--soft:#a8b4c2;--line:#3a4653;--ground:#12181f;"
    "--card:#1b232c;--blue:#7cc4f2;--good:#4fd0a5;--bad:#ff9d5c;--bar:#56b4e9;--track:#313c48}}\n"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,'Noto Sans','DejaVu "
    "Sans',"
    "sans-serif}"
    "main{max-width:72rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}"
    "h1{font-size:1.7rem;line-height:1.2;margin:0}h2{font-size:1.15rem;margin:0 0 .7rem}"
    "h3{font-size:1rem;margin:1.1rem 0 .4rem}p{margin:.35rem 0}"
    ".about{color:var(--soft);margin:.3rem 0 1.2rem}"
    "section{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.2rem;"
    "margin:0 0 1.1rem;overflow-x:auto}"
    ".verdict{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;align-items:center}"
    ".score{font-size:2.6rem;font-weight:700;line-height:1.1;font-variant-numeric:tabular-nums}"
    ".score small{font-size:1rem;font-weight:400;color:var(--soft)}"
    ".badge{font-weight:700;border:2px solid;border-radius:2rem;padding:.1rem .9rem}"
    ".good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "th,td{text-align:left;padding:.34rem .7rem .34rem 0;border-bottom:1px solid var(--line);"
    "vertical-align:top}"
    "thead th{color:var(--soft);font-weight:600;font-size:.9rem}tbody th{font-weight:500}"
    "td.n,th.n{text-align:right;white-space:nowrap}tfoot th,tfoot td{font-weight:700;border-bottom:0}"
    ".bar{display:block;min-width:6rem;height:.75rem;margin-top:.4rem;border-radius:.2rem;"
    "background:var(--track)}"
    ".bar span{display:block;height:100%;border-radius:.2rem;background:var(--bar)}"
    ".pale span{opacity:.3}" /* does not count: it was not finished */
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1rem}"
    "figure{margin:0}figure.wide{grid-column:1/-1}figcaption{font-weight:600;margin:0 0 .3rem}"
    "figure img{display:block;width:100%;height:auto;background:#fff;border-radius:.4rem;"
    "border:1px solid var(--line)}"
    "svg.curve{display:block;width:100%;max-width:44rem;height:auto}"
    "a{color:var(--blue)}code{font-size:.85em;overflow-wrap:anywhere}\n"
    "@media print{@page{margin:14mm}:root{--ink:#000;--soft:#444;--line:#bbb;--ground:#fff;--card:#fff;"
    "--blue:#000;--good:#000;--bad:#000;--bar:#555;--track:#e4e4e4}"
    "body{font-size:10.5pt}main{max-width:none;padding:0}"
    "section{border:0;border-top:1px solid #bbb;border-radius:0;padding:.7rem 0;overflow:visible}"
    "tr,figure{break-inside:avoid}h2,h3{break-after:avoid}"
    ".figures{grid-template-columns:1fr 1fr}.bar,.bar span{print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}}\n";

void html_page_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
          "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          out);
    page_element(out, "title", title);
    fprintf(out, "\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
}

void html_page_end(FILE *out)
{
    fputs("</main>\n</body>\n</html>\n", out);
}
