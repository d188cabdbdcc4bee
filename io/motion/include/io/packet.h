/* Packets between headland and a motion platform: docs/motion.md has their bytes. */
#ifndef IO_PACKET_H
#define IO_PACKET_H

#include "auth/rig.h"
#include "io/washout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    IO_PACKET_SIZE = 104, /**< bytes of a binary pose */
    IO_PACKET_MOST = 512, /**< of any packet */
    IO_HEARTBEAT_SIZE = 16
};

typedef struct io_packet {
    uint32_t sequence; /**< one more each packet; after 2^32 - 1 comes 0 */
    uint32_t axes;     /**< those that exist: bit 1 << axis */
    int64_t time;      /**< of the pose: steps of the washout since the start of sending [ns] */
    int64_t world;     /**< time of the world at the last tick that the pose follows [ns] */
    io_platform_pose pose;
} io_packet;

/** The axes that a rig has, as bits. */
uint32_t io_packet_axes(const auth_rig *rig);

/** Little-endian bytes, single precision. @return IO_PACKET_SIZE */
size_t io_packet_write(const io_packet *packet, uint8_t bytes[IO_PACKET_SIZE]);

/** Read such bytes.
 *  @return false: they are not a packet's, or a number is not finite; `packet` is untouched then */
bool io_packet_read(const uint8_t *bytes, size_t size, io_packet *packet);

/** Text for hobby rigs, by the template of the rig: axes in braces become codes, 0 to 2^bits - 1.
 *  @param text  out: without a NUL behind it
 *  @return its length; 0: it does not fit, or the template names what is no axis */
size_t io_packet_text(const auth_rig *rig, const io_packet *packet, char *text, size_t size);

/** Read such a text back.
 *  @param position  out: of the axes that the template names; others are untouched
 *  @return false: this is not a text by the template of the rig */
bool io_packet_text_read(const auth_rig *rig, const char *text, size_t length,
                         double position[AUTH_RIG_AXES]);

/** The platform's answer: it is there, and has taken this sequence number; `fault` other than 0: it has
 * stopped by itself. */
typedef struct io_heartbeat {
    uint32_t sequence;
    uint32_t fault;
} io_heartbeat;

/** Little-endian bytes. @return IO_HEARTBEAT_SIZE */
size_t io_heartbeat_write(const io_heartbeat *heartbeat, uint8_t bytes[IO_HEARTBEAT_SIZE]);

/** Read such bytes. @return false: they are not a heartbeat's; `heartbeat` is untouched then */
bool io_heartbeat_read(const uint8_t *bytes, size_t size, io_heartbeat *heartbeat);

#endif
