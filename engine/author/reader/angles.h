/* Angles: files write them in degrees as often as in radians. Private to the author room. */
#ifndef AUTHOR_ANGLES_H
#define AUTHOR_ANGLES_H

#define AUTH_PI     3.14159265358979323846
#define AUTH_DEGREE (AUTH_PI / 180.0) /* [rad] */

#endif
