"""Materials of both excavators."""
from model import Material

MATERIALS = {
    "paint.body": Material((0.74, 0.380, 0.018), 0.0, 0.34),       # warm yellow
    "paint.frame": Material((0.046, 0.044, 0.041), 0.0, 0.52),     # dark grey: what carries, counterweight
    "paint.cab": Material((0.022, 0.023, 0.025), 0.0, 0.40),       # pillars
    "paint.bucket": Material((0.085, 0.081, 0.075), 0.0, 0.55),    # grey, scratched
    "paint.accent": Material((0.80, 0.42, 0.01), 0.0, 0.40),       # yellow of warning stripes
    "paint.red": Material((0.60, 0.02, 0.015), 0.0, 0.40),
    "steel.bolt": Material((0.34, 0.34, 0.33), 0.7, 0.42),
    "steel.track": Material((0.135, 0.122, 0.108), 0.6, 0.50),     # chains, rollers, sprockets
    "steel.shoe": Material((0.170, 0.150, 0.128), 0.6, 0.55),      # scoured by earth
    "steel.worn": Material((0.42, 0.40, 0.37), 0.6, 0.38),         # bucket's inside, teeth, edges
    "steel.exhaust": Material((0.40, 0.38, 0.36), 0.8, 0.30),
    "chrome.rod": Material((0.75, 0.75, 0.76), 1.0, 0.10),
    "rubber.hose": Material((0.012, 0.012, 0.013), 0.0, 0.60),
    "plastic.black": Material((0.022, 0.023, 0.024), 0.0, 0.60),
    "plastic.trim": Material((0.150, 0.150, 0.148), 0.0, 0.70),    # inside of the cab
    "plastic.wheel": Material((0.040, 0.041, 0.043), 0.0, 0.55),   # levers, mat
    "plastic.headliner": Material((0.46, 0.46, 0.44), 0.0, 0.85),
    "fabric.seat": Material((0.080, 0.088, 0.098), 0.0, 0.90),
    "glass.cab": Material((0.45, 0.60, 0.58), 0.0, 0.05, alpha=0.12, both_sides=True),
    "glass.roof": Material((0.25, 0.32, 0.34), 0.0, 0.08, alpha=0.45, both_sides=True),
    "glass.gauge": Material((0.70, 0.55, 0.20), 0.0, 0.08, alpha=0.6, both_sides=True),
    "lamp.work": Material((1.0, 0.97, 0.90), 0.0, 0.10, light=0.6),
    "lamp.amber": Material((1.0, 0.28, 0.01), 0.0, 0.20, light=0.35),
    "lamp.red": Material((0.75, 0.02, 0.01), 0.0, 0.20, light=0.3),
    "lamp.display": Material((0.35, 0.75, 0.70), 0.0, 0.50, light=0.7),
    "mirror.left": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "mirror.rear": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "mirror.right": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "screen.monitor": Material((0.008, 0.020, 0.028), 0.0, 0.15, light=0.8),
}
