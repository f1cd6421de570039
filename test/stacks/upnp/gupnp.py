"""A dimmable light of libgupnp: gupnp.py INTERFACE PORT FOLDER, with lamp.xml and Dimming.xml."""

import sys

import gi

gi.require_version("GUPnP", "1.6")
from gi.repository import GLib, GObject, GUPnP

interface, port, folder = sys.argv[1:]
context = GUPnP.Context.new(interface, int(port))
device = GUPnP.RootDevice.new(context, "lamp.xml", folder)
device.set_available(True)
service = device.get_service("urn:schemas-upnp-org:service:Dimming:1")
level = 0


def set_level(_service, action):
    global level
    value = action.get_value("newLoadlevelTarget", GObject.TYPE_UINT)
    if value == 13:
        action.return_error(600, "Not this one")
        return
    level = value
    action.return_success()


def get_level(_service, action):
    action.set_value("retLoadlevelStatus", level)
    action.return_success()


service.connect("action-invoked::SetLoadLevelTarget", set_level)
service.connect("action-invoked::GetLoadLevelStatus", get_level)
GLib.MainLoop().run()
