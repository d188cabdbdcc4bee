/* What the pages share: their head, their style, small elements. They are one file each, fetch nothing and
 * forbid scripts. */
#ifndef TRAIN_PAGE_H
#define TRAIN_PAGE_H

#include "words.h"

#include <stdio.h>

/** Everything up to and with <main>. */
void html_page_begin(FILE *out, const char *title);
void html_page_end(FILE *out);

/** <element>text</element>, the text escaped. */
void page_element(FILE *out, const char *element, const char *text);

/** Cells of a table, to the right. */
void page_number_cell(FILE *out, double value, words_unit unit);
void page_points_cell(FILE *out, double points);

#endif
