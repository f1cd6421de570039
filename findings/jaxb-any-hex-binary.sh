#!/usr/bin/env bash
# JAXB RI 2.3.0.1 (Debian libjaxb-java 2.3.0.1-10.1): a value of xs:anyType that says xsi:type="xs:hexBinary" is read
# as base64, into other bytes, without an error: the two bytes of 0aff are three. Written again, the digits are the same
# but the type is xs:base64Binary, so the next reader has other bytes, too. EclipseLink MOXy (libeclipselink-java
# 2.7.11-1) reads the two bytes. With xs:base64Binary both are right.
#
# Seen on 2026-12-01:
#   RI, xs:hexBinary 0aff: [-47, -89, -33], written xs:base64Binary 0aff
#   RI, xs:base64Binary Cv8=: [10, -1], written xs:base64Binary Cv8=
#   MOXy, xs:hexBinary 0aff: [10, -1], written xs:base64Binary Cv8=
#   MOXy, xs:base64Binary Cv8=: [10, -1], written xs:base64Binary Cv8=
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq libjaxb-java=2.3.0.1-10.1 libjaxb-api-java=2.3.1-1 libtxw2-java=2.3.0.1-10.1 \
  libactivation-java=1.2.0-2 libistack-commons-java=3.0.6-5 libeclipselink-java=2.7.11-1 libasm-java=9.4-1 \
  libjsonp-java=1.1.2-3 libmail-java=1.6.5-2
for package in *.deb; do dpkg-deb -x "$package" root; done
CLASSPATH=.
for jar in jaxb-api jaxb-runtime jaxb-core txw2 javax.activation istack-commons-runtime eclipselink asm-all javax.json \
  javax.mail; do CLASSPATH="$CLASSPATH:$work/root/usr/share/java/$jar.jar"; done
export CLASSPATH

cat >Bytes.java <<'JAVA'
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Map;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.annotation.XmlRootElement;
import org.eclipse.persistence.jaxb.JAXBContextFactory;

public final class Bytes {
    @XmlRootElement public static final class Record { public Object value; }

    public static void main(String[] arguments) throws Exception {
        Class<?>[] classes = {Record.class};
        JAXBContext reference = com.sun.xml.bind.v2.ContextFactory.createContext(classes, Map.of());
        JAXBContext moxy = JAXBContextFactory.createContext(classes, null);
        show("RI", reference, "xs:hexBinary", "0aff");
        show("RI", reference, "xs:base64Binary", "Cv8=");
        show("MOXy", moxy, "xs:hexBinary", "0aff");
        show("MOXy", moxy, "xs:base64Binary", "Cv8=");
    }

    private static void show(String name, JAXBContext context, String type, String text) throws Exception {
        String xml = "<record xmlns:xs='http://www.w3.org/2001/XMLSchema'><value xsi:type='" + type
            + "' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>" + text + "</value></record>";
        Record read = (Record) context.createUnmarshaller().unmarshal(new StringReader(xml));
        StringWriter written = new StringWriter();
        context.createMarshaller().marshal(read, written);
        String again = written.toString().replaceAll(".*xsi:type=\"\\w+:(\\w+)\"[^>]*>(.*)</value>.*", "xs:$1 $2");
        String bytes = Arrays.toString((byte[]) read.value);
        System.out.println(name + ", " + type + " " + text + ": " + bytes + ", written " + again);
    }
}
JAVA
javac -nowarn Bytes.java 2>log || { cat log >&2; exit 1; }
found=$(java Bytes 2>errors) || { cat errors >&2; exit 1; }
expected='RI, xs:hexBinary 0aff: [-47, -89, -33], written xs:base64Binary 0aff
RI, xs:base64Binary Cv8=: [10, -1], written xs:base64Binary Cv8=
MOXy, xs:hexBinary 0aff: [10, -1], written xs:base64Binary Cv8=
MOXy, xs:base64Binary Cv8=: [10, -1], written xs:base64Binary Cv8='
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
