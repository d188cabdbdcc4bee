#include "hl/quat.h"

#include "hl/real.h"

hl_quat hl_quat_normalized(hl_quat q)
{
    double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(n > 0.0)) return hl_quat_identity();
    return (hl_quat){q.w / n, q.x / n, q.y / n, q.z / n};
}

hl_quat hl_quat_about(hl_vec3 axis, double angle)
{
    double s, c;
    hl_sincos(0.5 * angle, &s, &c);
    return (hl_quat){c, s * axis.x, s * axis.y, s * axis.z};
}

hl_quat hl_quat_exp(hl_vec3 rotation)
{
    const double angle = hl_norm(rotation);
    if (angle < 1e-4) { /* sin(a/2)/a by its series: the next term, a^4/3840, is below 3e-20 */
        const double k = 0.5 - angle * angle / 48.0;
        return hl_quat_normalized(
            (hl_quat){1.0 - angle * angle / 8.0, k * rotation.x, k * rotation.y, k * rotation.z});
    }
    return hl_quat_about(hl_scale(1.0 / angle, rotation), angle);
}

hl_vec3 hl_quat_log(hl_quat q)
{
    if (q.w < 0.0) q = (hl_quat){-q.w, -q.x, -q.y, -q.z}; /* the shorter way round */
    const hl_vec3 v = hl_v3(q.x, q.y, q.z);
    const double s = hl_norm(v);
    if (s < 1e-4) return hl_scale(2.0 * (1.0 + s * s / 6.0), v); /* 2 asin(s)/s; next term 3 s^4/20 */
    return hl_scale(2.0 * hl_atan2(s, q.w) / s, v);
}

hl_mat3 hl_quat_matrix(hl_quat q)
{
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (hl_mat3){{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
                      {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)},
                      {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
}

hl_quat hl_quat_from_matrix(const hl_mat3 *r)
{
    const double t[4] = {r->m[0][0] + r->m[1][1] + r->m[2][2], r->m[0][0], r->m[1][1], r->m[2][2]};
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (t[i] > t[largest]) largest = i;
    hl_quat q;
    if (largest == 0) {
        q = (hl_quat){1 + t[0], r->m[2][1] - r->m[1][2], r->m[0][2] - r->m[2][0], r->m[1][0] - r->m[0][1]};
    } else if (largest == 1) {
        q = (hl_quat){r->m[2][1] - r->m[1][2], 1 + 2 * t[1] - t[0], r->m[0][1] + r->m[1][0],
                      r->m[0][2] + r->m[2][0]};
    } else if (largest == 2) {
        q = (hl_quat){r->m[0][2] - r->m[2][0], r->m[0][1] + r->m[1][0], 1 + 2 * t[2] - t[0],
                      r->m[1][2] + r->m[2][1]};
    } else {
        q = (hl_quat){r->m[1][0] - r->m[0][1], r->m[0][2] + r->m[2][0], r->m[1][2] + r->m[2][1],
                      1 + 2 * t[3] - t[0]};
    }
    if (q.w < 0.0) q = (hl_quat){-q.w, -q.x, -q.y, -q.z};
    return hl_quat_normalized(q);
}
