#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): PublishAot=true turns
# dynamic code off, and every program of one file (dotnet run app.cs) has it off. XmlSerializer then reads members in
# any order and skips what it does not know, though they have [XmlElement(Order = n)]; elsewhere it drops, in silence,
# all that comes late or after an unknown element. Of an element that is there twice the last counts, not the first,
# and what a list held at first is replaced, not continued. So one class reads one message as two different objects.
#
# Seen on 2026-11-30:
#   with dynamic code:
#   other order: - 1815
#   an unknown element: Ada 0
#   twice: first
#   a list of 1 to start with: 1 2
#   without dynamic code:
#   other order: Ada 1815
#   an unknown element: Ada 1815
#   twice: last
#   a list of 1 to start with: 2
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
using System.Xml.Serialization;

Console.WriteLine("other order: " + Show("<Born>1815</Born><Name>Ada</Name>"));
Console.WriteLine("an unknown element: " + Show("<Name>Ada</Name><Nick>A</Nick><Born>1815</Born>"));
Console.WriteLine("twice: " + Read<Plain>("<Plain><Name>first</Name><Name>last</Name></Plain>").Name);
var marks = Read<Plain>("<Plain><Marks>2</Marks></Plain>").Marks;
Console.WriteLine("a list of 1 to start with: " + string.Join(" ", marks));

static string Show(string content)
{
    var read = Read<Ordered>($"<Ordered>{content}</Ordered>");
    return $"{read.Name ?? "-"} {read.Born}";
}
static T Read<T>(string xml) => (T)new XmlSerializer(typeof(T)).Deserialize(new StringReader(xml))!;

public class Ordered { [XmlElement(Order = 0)] public string? Name; [XmlElement(Order = 1)] public int Born; }
public class Plain { public string? Name; [XmlElement] public List<int> Marks = [1]; }
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
other order: - 1815
an unknown element: Ada 0
twice: first
a list of 1 to start with: 1 2
without dynamic code:
other order: Ada 1815
an unknown element: Ada 1815
twice: last
a list of 1 to start with: 2'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
