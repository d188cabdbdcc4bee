"""Makes Blender objects of solids, bakes ambient occlusion into their vertex colours and writes a .glb.

Run inside Blender only. Names of objects and materials follow README.md.
"""
from math import cos, fsum, hypot, pi, radians, sin, sqrt

import bpy
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

SMOOTH = cos(radians(50))  # faces that meet at less than this shine as one
RAYS = 96                  # a corner
REACH = 0.6                # [m] beyond this nothing shades
DARKEST = 0.30             # what is left of the ambient light in the deepest corner
DUST = (1.0, 0.86, 0.68)   # tint of the deepest corner, where dust stays


class Material:
    """Principled BSDF: linear colour (r, g, b), metallic, roughness; light [cd/m2, relative]; alpha; seen from both sides."""

    def __init__(self, colour, metallic=0.0, rough=0.5, light=0.0, alpha=1.0, both_sides=False):
        self.colour, self.metallic, self.rough = colour, metallic, rough
        self.light, self.alpha, self.both_sides = light, alpha, both_sides

    def blender(self, name):
        m = bpy.data.materials.new(name)
        m.use_nodes = True
        m.use_backface_culling = not self.both_sides
        shader = m.node_tree.nodes["Principled BSDF"].inputs
        shader["Base Color"].default_value = (*self.colour, 1)
        shader["Metallic"].default_value = self.metallic
        shader["Roughness"].default_value = self.rough
        if self.light:
            shader["Emission"].default_value = (*self.colour, 1)
            shader["Emission Strength"].default_value = self.light
        if self.alpha < 1:
            shader["Alpha"].default_value = self.alpha
            m.blend_method = "BLEND"
        return m


class Model:
    """Solids by the name of their object and their material."""

    def __init__(self, materials):
        self.materials = materials
        self.parts = {}  # object -> material -> solid
        self.occluders = {}  # object -> solids that shade
        self.poses = {}  # object -> its own frame in its body's

    def add(self, name, material, *solids, shades=True):
        """shades=False: too small to shade others, as bolts on a disc whose corners lie far apart."""
        if material not in self.materials:
            raise KeyError(material)
        mine = self.parts.setdefault(name, {})
        for solid in solids:
            mine[material] = mine[material] + solid if material in mine else solid
        if shades and not material.startswith("glass"):  # glass lets light through
            self.occluders.setdefault(name, []).extend(solids)

    def object(self, name, pose):
        """An object with a frame of its own: what is added to it is given in this frame."""
        self.poses[name] = pose

    def take(self, source, rename, change, pose=None):
        """Parts of another model, renamed (None: left out), their points changed; `pose` moves objects with frames of their own."""
        for name, parts in source.parts.items():
            new = rename(name)
            if new is None:
                continue
            own = name in source.poses
            shape = (lambda s: s) if own else (lambda s: s.changed(change))
            if own:
                self.object(new, pose @ source.poses[name])
            for material, solid in parts.items():
                self.add(new, material, shape(solid), shades=False)
            self.occluders.setdefault(new, []).extend(shape(s) for s in source.occluders.get(name, []))

    def pose(self, name):
        return self.poses.get(name, Matrix.Identity(4))

    def triangles(self, name):
        return sum(len(f) - 2 for solid in self.parts[name].values() for f in solid.faces)


# ---- normals ----


def face_vectors(points, faces):
    """Area vectors of the polygons (Newell)."""
    out = []
    for f in faces:
        n = Vector()
        for i, j in zip(f, f[1:] + f[:1]):
            n += points[i].cross(points[j])
        out.append(n / 2)
    return out


def corner_normals(points, faces):
    """Normals of all corners: mean of the faces around that meet smoothly, by area, so that flat faces stay flat and their
    chamfers take up the turn."""
    vectors = face_vectors(points, faces)
    units = [v.normalized() for v in vectors]
    around = [[] for _ in points]
    for k, f in enumerate(faces):
        for i in f:
            around[i].append(k)
    normals = []
    for k, f in enumerate(faces):
        for i in f:
            n = Vector()
            for other in around[i]:
                if units[other].dot(units[k]) > SMOOTH:
                    n += vectors[other]
            normals.append(n.normalized() if n.length > 0 else Vector((0, 0, 1)))
    return normals


def split(points, faces, uvs):
    """Points doubled where their corners' normals differ, so that normal, colour and UV belong to a point: points, faces,
    normals, uvs."""
    corners = iter(corner_normals(points, faces))
    known, out_points, out_normals, out_uvs, out_faces = {}, [], [], [], []
    for f in faces:
        face = []
        for i in f:
            n = next(corners)
            key = (i, round(n.x, 3), round(n.y, 3), round(n.z, 3))
            if key not in known:
                known[key] = len(out_points)
                out_points.append(points[i])
                out_normals.append(n)
                out_uvs.append(uvs[i] if uvs else None)
            face.append(known[key])
        out_faces.append(tuple(face))
    return out_points, out_faces, out_normals, out_uvs if uvs else None


# ---- ambient occlusion ----


def hemisphere():
    """Directions about z, spread evenly by the cosine."""
    golden = pi * (3 - sqrt(5))
    out = []
    for i in range(RAYS):
        r2 = (i + 0.5) / RAYS
        r = sqrt(r2)
        out.append(Vector((r * cos(golden * i), r * sin(golden * i), sqrt(1 - r2))))
    return out


DIRECTIONS = hemisphere()


def tree(solids):
    """Search tree over solids placed in one frame: list of (solid, matrix)."""
    points, faces = [], []
    for solid, matrix in solids:
        n = len(points)
        points += [matrix @ p for p in solid.points]
        faces += [tuple(i + n for i in f) for f in solid.faces]
    return BVHTree.FromPolygons(points, faces) if faces else None


def openness(search, point, normal):
    """Share of the sky that a point sees, near things weighing more."""
    basis = normal.to_track_quat("Z", "Y").to_matrix()
    start = point + normal * 0.003
    shade = 0.0
    for d in DIRECTIONS:
        distance = search.ray_cast(start, basis @ d, REACH)[3]
        if distance is not None:
            shade += 1 - distance / REACH
    return DARKEST + (1 - DARKEST) * (1 - shade / RAYS)


def shades_of(search, points, normals, matrix, wheel):
    """Openness of points. On a wheel it must not depend on the angle: points with the same radius, height and slant get
    their mean."""
    turn = matrix.to_3x3()
    shades = [openness(search, matrix @ p, (turn @ n).normalized()) for p, n in zip(points, normals)]
    if not wheel:
        return shades
    rings = {}
    for k, (p, n) in enumerate(zip(points, normals)):
        radius = hypot(p.x, p.z)
        ring = (round(radius, 3), round(p.y, 3), round((n.x * p.x + n.z * p.z) / max(radius, 1e-3), 1), round(n.y, 1))
        rings.setdefault(ring, []).append(k)
    for ring in rings.values():
        mean = fsum(shades[k] for k in ring) / len(ring)
        for k in ring:
            shades[k] = mean
    return shades


# ---- objects ----


def joined(parts):
    """All parts of an object as one solid, with the material's slot of each face and the UV of each point (or None)."""
    points, faces, slots, uvs = [], [], [], []
    for slot, solid in enumerate(parts.values()):
        faces += [tuple(i + len(points) for i in f) for f in solid.faces]
        points += solid.points
        slots += [slot] * len(solid.faces)
        uvs += solid.uvs or [(0, 0)] * len(solid.points)
    return points, faces, slots, uvs if any(solid.uvs for solid in parts.values()) else None


def tint(shade, dust):
    """Vertex colour of a shade: grey, or browner the deeper the corner."""
    return tuple(shade * (1 - (1 - d) * (1 - shade) if dust else 1) for d in DUST)


def mesh_of(name, parts, blender_materials, search, matrix, wheel, dust):
    """One mesh of all materials of an object."""
    points, faces, slots, uvs = joined(parts)
    points, faces, normals, uvs = split(points, faces, uvs)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    for material in parts:
        mesh.materials.append(blender_materials[material])
    mesh.polygons.foreach_set("material_index", slots)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    shades = shades_of(search, points, normals, matrix, wheel) if search else [1.0] * len(points)
    colours = mesh.color_attributes.new("ambient", "BYTE_COLOR", "POINT")  # of corners, Blender 3.4 exports the wrong ones
    colours.data.foreach_set("color", [c for s in shades for c in (*tint(s, dust), 1.0)])
    if uvs:
        layer = mesh.uv_layers.new(name="uv")
        layer.data.foreach_set("uv", [c for f in faces for i in f for c in uvs[i]])
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = pi
    mesh.normals_split_custom_set_from_vertices(normals)
    return mesh


def export(model, path, place, shaded_by, is_wheel, is_dusty):
    """Writes the model. place(name): pose of an object's body in the machine. shaded_by(name, names): the objects that
    shade it. is_wheel(name): whether it turns about its y;
    is_dusty(name): whether dust gathers in its corners."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    names = list(model.parts)
    used = {material for parts in model.parts.values() for material in parts}
    blender_materials = {name: model.materials[name].blender(name) for name in sorted(used)}
    searches = {}
    for name in names:
        occluders = tuple(shaded_by(name, names))
        if occluders not in searches:
            searches[occluders] = tree([(solid, place(o) @ model.pose(o)) for o in occluders
                                        for solid in model.occluders.get(o, [])])
        mesh = mesh_of(name, model.parts[name], blender_materials, searches[occluders], place(name) @ model.pose(name),
                       is_wheel(name), is_dusty(name))
        thing = bpy.data.objects.new(name, mesh)
        thing.matrix_world = model.pose(name)
        bpy.context.scene.collection.objects.link(thing)
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", export_yup=True, export_apply=False,
                              export_colors=True, export_animations=False, export_skins=False, export_morph=False)
    total = sum(model.triangles(name) for name in names)
    for name in names:
        print(f"{model.triangles(name):7d} {name}")
    print(f"{total:7d} triangles, {len(names)} objects")
