"""Writes scenery as .glb: as model.py does for machines, but with the normals and tints that plants and dirt need.

The ground shades too: what stands on it is darker at its foot.
"""
from math import cos, pi, sin, sqrt

import bpy
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

from model import corner_normals

RAYS = 48
DARKEST = 0.28  # what is left of the ambient light in the deepest corner
MUD = Vector((1.0, 0.86, 0.68))  # tint of what is splashed with earth
# Details are laid on in an object's own frame, their grain along its z: frames whose z lies along an axis.
ALONG = {"Z": Matrix.Identity(4), "X": Matrix.Rotation(pi / 2, 4, "Y"), "Y": Matrix.Rotation(-pi / 2, 4, "X")}
GOLDEN = pi * (3 - sqrt(5))


class Piece:
    """A solid of one object and material. normals: of its points, else by smooth angles; open: a function of a point that
    says its openness, else cast; clean: no splashes at its foot; grain: the axis, X, Y or Z, that fine detail runs along
    in all of its object."""

    def __init__(self, name, material, solid, normals=None, open=None, clean=False, grain="Z"):
        self.name, self.material, self.solid = name, material, solid
        self.normals, self.open, self.clean, self.grain = normals, open, clean, grain


class Sky:
    """Casts rays at all pieces without an openness of their own, and at the ground."""

    def __init__(self, pieces, reach, ground):
        points, faces = [], []
        for piece in pieces:
            if piece.open is None:
                faces += [tuple(i + len(points) for i in f) for f in piece.solid.faces]
                points += piece.solid.points
        if ground is not None:
            faces.append(tuple(range(len(points), len(points) + 4)))
            points += [Vector((x, y, ground)) for x, y in ((-50, -50), (50, -50), (50, 50), (-50, 50))]
        self.search, self.reach = BVHTree.FromPolygons(points, faces), reach

    def openness(self, point, normal):
        """Share of the hemisphere that is open, by the cosine, near things weighing more."""
        basis, shade = normal.to_track_quat("Z", "Y").to_matrix(), 0.0
        for i in range(RAYS):
            r2 = (i + 0.5) / RAYS
            ray = basis @ Vector((sqrt(r2) * cos(GOLDEN * i), sqrt(r2) * sin(GOLDEN * i), sqrt(1 - r2)))
            _, facing, _, distance = self.search.ray_cast(point + normal * 0.004, ray, self.reach)
            if distance is not None and facing.dot(ray) < 0:  # corners within another solid see it from inside
                shade += 1 - distance / self.reach
        return DARKEST + (1 - DARKEST) * (1 - shade / RAYS)


def _corners(piece, sky, mud):
    """Vertices of a piece, (point, normal, tint, uv), and its faces of them: a point has a vertex for each of its normals."""
    solid, vertices, index, faces = piece.solid, [], {}, []
    own = iter(corner_normals(solid.points, solid.faces) if piece.normals is None else [])
    for face in solid.faces:
        faces.append([])
        for i in face:
            p, n = solid.points[i], next(own) if piece.normals is None else piece.normals[i]
            key = (i, round(n.x, 2), round(n.y, 2), round(n.z, 2))
            if key not in index:
                index[key] = len(vertices)
                dirt = 0.0 if piece.clean or mud <= 0 else min(1.0, max(0.0, 1 - p.z / mud)) ** 1.5
                open_share = piece.open(p) if piece.open else sky.openness(p, n)
                tint = Vector((1, 1, 1)).lerp(MUD, dirt) * open_share
                vertices.append((p, n, tint, solid.uvs[i] if solid.uvs else (0.0, 0.0)))
            faces[-1].append(index[key])
    return vertices, faces


def _mesh(name, pieces, materials, sky, mud, frame):
    """A mesh in its object's frame. Tints are of vertices, not of corners: Blender 3.4 exports the latter wrongly
    (__get_color_attribute of its glTF exporter reads colours of corners by the number of their vertex)."""
    back = frame.inverted().to_3x3()
    vertices, faces, slots = [], [], []
    names = list(dict.fromkeys(p.material for p in pieces))
    for piece in pieces:
        own, own_faces = _corners(piece, sky, mud)
        faces += [[i + len(vertices) for i in f] for f in own_faces]
        slots += [names.index(piece.material)] * len(own_faces)
        vertices += own
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([back @ v[0] for v in vertices], [], faces)
    for material in names:
        mesh.materials.append(materials[material])
    mesh.polygons.foreach_set("material_index", slots)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    tints = mesh.color_attributes.new("ambient", "BYTE_COLOR", "POINT")
    tints.data.foreach_set("color", [c for v in vertices for c in (*v[2], 1.0)])
    if any(p.solid.uvs for p in pieces):
        mesh.uv_layers.new(name="uv").data.foreach_set("uv", [c for f in faces for i in f for c in vertices[i][3]])
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, pi
    mesh.normals_split_custom_set_from_vertices([back @ v[1] for v in vertices])
    return mesh


def write(path, pieces, materials, reach=0.8, ground=0.0, mud=0.5):
    """Writes pieces. reach: of shades [m]; ground: its height, None without; mud: how high it is splashed [m]."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    used = sorted({p.material for p in pieces})
    blender = {name: materials[name].blender(name) for name in used}
    sky = Sky(pieces, reach, ground)
    for name in dict.fromkeys(p.name for p in pieces):
        mine = [p for p in pieces if p.name == name]
        frame = ALONG[mine[0].grain]
        thing = bpy.data.objects.new(name, _mesh(name, mine, blender, sky, mud, frame))
        thing.matrix_world = frame
        bpy.context.scene.collection.objects.link(thing)
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", export_yup=True, export_apply=False,
                              export_colors=True, export_animations=False, export_skins=False, export_morph=False)
    points = [p for piece in pieces for p in piece.solid.points]
    sizes = [f"{min(p[k] for p in points):.2f}..{max(p[k] for p in points):.2f}" for k in range(3)]
    triangles = sum(len(f) - 2 for piece in pieces for f in piece.solid.faces)
    size = path.stat().st_size // 1024
    print(f"{path.name}: {triangles} triangles, x {sizes[0]} y {sizes[1]} z {sizes[2]} m, {size} KiB")
