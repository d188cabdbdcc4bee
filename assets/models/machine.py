"""The machine's YAML as far as pictures need it: where bodies stand at the design position, pins, tires, tools."""
import re

import yaml
from mathutils import Matrix, Vector

UNITS = {"m": 1.0, "mm": 1e-3, "cm2": 1e-4}


def metres(value):
    """A length of the YAML ("75 mm", "0.76 m", 0) in metres."""
    if isinstance(value, (int, float)):
        return float(value)
    number, unit = re.fullmatch(r"(\S+) (\S+)", value).groups()
    return float(number) * UNITS[unit]


def vector(values):
    return Vector([metres(v) for v in values])


def overlaid(below, above):
    """What a variant's choice says laid over what the file says: mappings key by key, items of lists of named items by
    their name, all else as a whole."""
    if isinstance(below, dict) and isinstance(above, dict):
        return below | {k: overlaid(below[k], v) if k in below else v for k, v in above.items()}
    if isinstance(below, list) and isinstance(above, list) and all(isinstance(i, dict) and "name" in i for i in below + above):
        named = {i["name"]: i for i in below}
        for item in above:
            named[item["name"]] = overlaid(named[item["name"]], item) if item["name"] in named else item
        return list(named.values())
    return above


def body_of(name):
    """Of an object: "BODY" or "BODY:PART"."""
    return name.split(":")[0]


def shading(standing, also=()):
    """shaded_by of model.export: bodies that stand together shade each other, and are shaded by bodies whose names begin with
    `also`; what moves shades itself."""
    def shaded_by(name, names):
        body = body_of(name)
        if body in standing:
            return [n for n in names if body_of(n) in standing or body_of(n).startswith(tuple(also))]
        return [name] if body in ("barrel", "rod") else [n for n in names if body_of(n) == body]

    return shaded_by


class Machine:
    """What the picture needs of the machine's file, as somebody has chosen its variants: {variant: choice}."""

    def __init__(self, path, choices=()):
        data = yaml.safe_load(path.read_text())
        self.variants = {v["name"]: {c["name"]: c for c in v["choices"]} for v in data.get("variants", [])}
        for variant, choice in dict(choices).items():
            for part in ("set", "add"):
                data = overlaid(data, self.variants[variant][choice].get(part, {}))
        self.joints = {j["name"]: j for j in data["joints"]}
        self.loops = {j["name"]: j for j in data["loops"]}
        self.cylinders = {f"{c['name']}.{y['name']}": y for c in data["circuits"] for y in c.get("cylinders", [])}
        tires = {t["name"]: (metres(t["radius"]), metres(t["width"])) for t in data.get("tires", [])}
        self.tires = {w["name"]: tires[w["tire"]] for w in data.get("wheels", [])}
        self.tracks = {t["name"]: t for t in data.get("tracks", [])}
        self.tools = {t["name"]: t for t in data.get("tools", [])}
        self.shapes = {s["name"]: (vector(s["at"]), vector(s["size"])) for s in data["shapes"]}

    def choices(self, variant):
        return list(self.variants[variant])

    def at(self, joint):
        """Place of a joint in its parent's frame."""
        return vector(self.joints[joint].get("at", [0, 0, 0]))

    def child_at(self, joint):
        return vector(self.joints[joint].get("child_at", [0, 0, 0]))

    def loop(self, name, key):
        return vector(self.loops[name][key])

    def pins(self, cylinder):
        c = self.cylinders[cylinder]
        return vector(c["at_a"]), vector(c["at_b"])

    def length(self, cylinder, key):
        return metres(self.cylinders[cylinder][key])

    def stations(self, track):
        """Wheels of a track's lower run, from idler to sprocket: (x, z, radius to the outside of the shoes)."""
        return [tuple(metres(v) for v in station) for station in self.tracks[track]["stations"]]

    def profile(self, tool):
        """Plates of a tool from its cutting edge to its top, (x, z) in its body's frame. A tool is turned about x, if it is."""
        t = self.tools[tool]
        half_turns = t.get("turn", ["0 deg"])[0] == "180 deg"
        return [(metres(x), -metres(z) if half_turns else metres(z)) for x, z in t["profile"]]

    def width(self, tool):
        return metres(self.tools[tool]["width"])

    def origin(self, body):
        """Of a body's frame in the frame of the chassis, at the design position, where all frames are parallel."""
        for name, j in self.joints.items():
            if j["child"] == body and j["type"] != "free":
                return self.origin(j["parent"]) + self.at(name) - self.child_at(name)
        return Vector()

    def cylinder_pose(self, cylinder, end):
        """Of a barrel ("a") or rod ("b") at the design position."""
        c = self.cylinders[cylinder]
        a, b = (self.origin(c[f"body_{k}"]) + vector(c[f"at_{k}"]) for k in "ab")
        x, y = (b - a).normalized(), Vector((0, 1, 0))
        if abs(x.y) > 0.9:
            y = Vector((-1, 0, 0)) if x.y > 0 else Vector((1, 0, 0))
        y = (y - x * y.dot(x)).normalized()
        return Matrix.Translation(a if end == "a" else b) @ Matrix((x, y, x.cross(y))).transposed().to_4x4()

    def place(self, name):
        """Pose of an object's body or of a part of a cylinder: "BODY", "barrel:CYLINDER", "rod:CYLINDER", also with a part."""
        kind, _, part = name.partition(":")
        if kind in ("barrel", "rod"):
            return self.cylinder_pose(part.split(":")[0], "a" if kind == "barrel" else "b")
        return Matrix.Translation(self.origin(kind))
