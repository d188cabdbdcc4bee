/* Pressure through layers and the height of pressing, 000 publication V Eq. (12)-(16). */
#include "soil.h"

#include <math.h>
#include <string.h>

enum { LAYERS = 8, ACROSS = 2 * LAYERS + 1 };
static const double GRAVITY = 9.80665; /* [m/s^2] */

/* A unit of pressure on one block, handed on layer by layer, block by block: phi_kl = phi_k phi_l. */
static void hand_down(double pressure[ACROSS][ACROSS])
{
    static const double phi[3] = {0.25, 0.5, 0.25};
    memset(pressure, 0, sizeof(double[ACROSS][ACROSS]));
    pressure[LAYERS][LAYERS] = 1.0;
    for (int layer = 0; layer < LAYERS; layer++) {
        double below[ACROSS][ACROSS] = {{0.0}};
        for (int i = 1; i < ACROSS - 1; i++)
            for (int j = 1; j < ACROSS - 1; j++)
                for (int k = -1; k <= 1; k++)
                    for (int l = -1; l <= 1; l++)
                        below[i + k][j + l] += phi[k + 1] * phi[l + 1] * pressure[i][j];
        memcpy(pressure, below, sizeof below);
    }
}

static void layers(valid_run *v)
{
    double brute[ACROSS][ACROSS], weight[ACROSS], worst = 0.0, sum = 0.0;
    hand_down(brute);
    terr_layer_weights(LAYERS, weight);
    for (int i = 0; i < ACROSS; i++) {
        sum += weight[i];
        for (int j = 0; j < ACROSS; j++) worst = fmax(worst, fabs(weight[i] * weight[j] - brute[i][j]));
    }
    valid_bound(v, "pressure on 17 x 17 blocks under 8 layers: largest difference from handing it down", "1",
                "000 publication V Eq. (12)-(14), block by block", worst, 0.0,
                "whole multiples of 4^-16: nothing is rounded");
    valid_published(v, "sum of the weights", "1", "exact: no pressure is lost", 1.0, sum, 0.0,
                    "nothing is rounded");
}

/* Soil as high as F(f) on a cell weighs eta f. */
static void heights(valid_run *v, const terr_soil *sand)
{
    const double cell = 0.05, force = 100.0; /* [m], [N] */
    const double weight =
        terr_pressing_height(sand, cell, force) * cell * cell * sand->loose_density * GRAVITY;
    valid_published(v, "weight of a column of height F(f), f = 100 N, over eta", "N",
                    "000 publication V Eq. (16)", force, weight / sand->pressing, 1e-12 * force,
                    "some roundings of 1e-16");
}

void soil_layers(valid_run *v, const terr_soil soils[SOILS])
{
    layers(v);
    heights(v, &soils[SOIL_DRY_SAND]);
}
