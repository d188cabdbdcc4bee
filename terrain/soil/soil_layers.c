/* How pressure spreads with depth: 000 publication V Eq. (12)-(14). Each block passes phi(-1), phi(0), phi(1)
 * of its pressure to the three blocks under it; after n layers a block's share lies on 2 n + 1 blocks as the
 * n-fold convolution of phi. With phi = (1/4, 1/2, 1/4) that is the binomial a_s = C(2 n, n + s)/4^n, and in
 * two directions with phi_kl = phi_k phi_l the product a_s a_t.
 *
 * All numbers are whole multiples of 4^-n: exact up to 26 layers. terr/soil.h explains why loads on the field
 * are not spread in this way. */
#include "terr/soil.h"

#include "hl/assert.h"

void terr_layer_weights(int layers, double *weights)
{
    HL_ASSERT(layers >= 0);
    weights[0] = 1.0; /* a^0_0 = 1 */
    for (int n = 1; n <= layers; n++) {
        /* a^n_s = a^(n-1)_(s-1)/4 + a^(n-1)_s/2 + a^(n-1)_(s+1)/4 in place, from the far end */
        weights[2 * n - 1] = weights[2 * n] = 0.0;
        for (int k = 2 * n; k >= 0; k--) {
            const double first = k >= 2 ? weights[k - 2] : 0.0, second = k >= 1 ? weights[k - 1] : 0.0;
            weights[k] = 0.25 * first + 0.5 * second + 0.25 * weights[k];
        }
    }
}
