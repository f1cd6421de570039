#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): PublishAot=true turns
# dynamic code off, and every program of one file (dotnet run app.cs) has it off. XmlSerializer then drops all text of
# mixed content that it reads into one array with [XmlText] and [XmlAnyElement], whether of object or of XmlNode; the
# elements are there. No exception. Written from such an array, the texts are there.
#
# Seen on 2026-11-30:
#   with dynamic code:
#   Objects, read: one | <b>two</b> | three
#   Nodes, read: one | <b>two</b> | three
#   Objects, written: one <b>two</b> three
#   without dynamic code:
#   Objects, read: <b>two</b>
#   Nodes, read: <b>two</b>
#   Objects, written: one <b>two</b> three
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >finding.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <RuntimeFrameworkVersion>10.0.12</RuntimeFrameworkVersion>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier>
    <SelfContained>true</SelfContained>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
using System.Xml;
using System.Xml.Serialization;

Console.WriteLine("Objects, read: " + string.Join(" | ", Read<Objects>().Content!.Select(Show)));
Console.WriteLine("Nodes, read: " + string.Join(" | ", Read<Nodes>().Content!.Select(Show)));
var text = new StringWriter();
var element = Read<Objects>().Content!.OfType<XmlElement>().First();
new XmlSerializer(typeof(Objects)).Serialize(text, new Objects { Content = ["one ", element, " three"] });
var mixed = "one <b>two</b> three";
Console.WriteLine("Objects, written: " + (text.ToString().Contains(mixed) ? mixed : text));

static T Read<T>()
{
    var name = typeof(T).Name;
    return (T)new XmlSerializer(typeof(T)).Deserialize(new StringReader($"<{name}>one <b>two</b> three</{name}>"))!;
}
static string Show(object item) => item is XmlNode node ? node.OuterXml.Trim() : item.ToString()!.Trim();

public class Objects { [XmlText(typeof(string)), XmlAnyElement] public object[]? Content; }
public class Nodes { [XmlText, XmlAnyElement] public XmlNode[]? Content; }
END

# run SUPPORT: what the program prints with the property DynamicCodeSupport at true or false.
run() {
  dotnet build -v quiet -nologo -o "out-$1" -p:DynamicCodeSupport="$1" >log 2>&1 || { cat log >&2; exit 1; }
  "out-$1/finding"
  rm -rf obj
}

found="with dynamic code:
$(run true)
without dynamic code:
$(run false)"
expected='with dynamic code:
Objects, read: one | <b>two</b> | three
Nodes, read: one | <b>two</b> | three
Objects, written: one <b>two</b> three
without dynamic code:
Objects, read: <b>two</b>
Nodes, read: <b>two</b>
Objects, written: one <b>two</b> three'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
