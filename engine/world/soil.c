/* Authored soils as the terrain knows them. */
#include "world/soil.h"

terr_soil world_soil_of(const auth_soil *from)
{
    return (terr_soil){.name = from->name,
                       .loose_density = from->loose_density,
                       .bank_density = from->bank_density,
                       .repose = from->repose,
                       .friction_angle = from->friction_angle,
                       .cohesion = from->cohesion,
                       .steel_friction = from->steel_friction,
                       .adhesion = from->adhesion,
                       .bekker_cohesive = from->bekker_cohesive,
                       .bekker_frictional = from->bekker_frictional,
                       .bekker_exponent = from->bekker_exponent,
                       .janosi_displacement = from->janosi_displacement,
                       .tip_pressure = from->tip_pressure,
                       .pressing = from->pressing,
                       .solid_share = from->solid_share,
                       .restitution = from->restitution,
                       .sliding_friction = from->sliding_friction,
                       .rolling_friction = from->rolling_friction};
}
