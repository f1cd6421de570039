#!/usr/bin/env bash
# XMLBeans 4.0.0 (Debian libxmlbeans-java 4.0.0-2): it refuses base64 of more than one line, as MIME has it and many
# stacks write it, both when it validates and when the bytes are asked for: "Invalid value: not encoded properly".
# XML Schema allows white space anywhere in base64Binary. A blank at the start or the end does no harm. On the other
# hand, base64 without its padding, which is not valid, is read.
#
# Seen on 2026-12-01:
#   YWJjYWJj: valid, 6 bytes
#   YWJj<LF>YWJj: not valid, XmlValueOutOfRangeException
#   YWJjYWJj<LF>: valid, 6 bytes
#   YWJj YWJj: not valid, XmlValueOutOfRangeException
#   YQ: valid, 1 bytes
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq libxmlbeans-java=4.0.0-2
for package in *.deb; do dpkg-deb -x "$package" root; done
export CLASSPATH=".:$work/root/usr/share/java/xmlbeans.jar"

cat >Lines.java <<'JAVA'
import javax.xml.namespace.QName;
import org.apache.xmlbeans.SchemaType;
import org.apache.xmlbeans.SchemaTypeLoader;
import org.apache.xmlbeans.SimpleValue;
import org.apache.xmlbeans.XmlBeans;

public final class Lines {
    public static void main(String[] texts) throws Exception {
        SchemaTypeLoader types = XmlBeans.getBuiltinTypeSystem();
        SchemaType type = types.findType(new QName("http://www.w3.org/2001/XMLSchema", "base64Binary"));
        for (String text : texts) {
            SimpleValue value = (SimpleValue) types.parse("<xml-fragment>" + text + "</xml-fragment>", type, null);
            String found = value.validate() ? "valid, " : "not valid, ";
            try {
                found += value.getByteArrayValue().length + " bytes";
            } catch (RuntimeException error) {
                found += error.getClass().getSimpleName();
            }
            System.out.println(text.replace("\n", "<LF>") + ": " + found);
        }
    }
}
JAVA
javac -nowarn Lines.java 2>log || { cat log >&2; exit 1; }
texts=(YWJjYWJj $'YWJj\nYWJj' $'YWJjYWJj\n' 'YWJj YWJj' YQ)
found=$(java Lines "${texts[@]}" 2>errors) || { cat errors >&2; exit 1; }
expected='YWJjYWJj: valid, 6 bytes
YWJj<LF>YWJj: not valid, XmlValueOutOfRangeException
YWJjYWJj<LF>: valid, 6 bytes
YWJj YWJj: not valid, XmlValueOutOfRangeException
YQ: valid, 1 bytes'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
