#!/usr/bin/env bash
# JAXB RI 2.3.0.1 (Debian libjaxb-java 2.3.0.1-10.1) and EclipseLink MOXy (libeclipselink-java 2.7.11-1), Java 17: a
# member of type java.util.Date moves by up to 10 days where it is before 1582. The RI reads such a dateTime rightly and
# writes it in the Julian calendar; MOXy reads it in the Julian calendar and writes it back as it was. XML Schema has
# the Gregorian calendar for all years. 0001-01-01T00:00:00, which .NET sends for a date that was never set, is
# 0001-01-03 when the RI sends it back, so the service takes it for a date. No error.
#
# Seen on 2026-12-01 (the text read, the moment in the object, the text written):
#   RI: 0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z, 0001-01-03T00:00:00Z
#   RI: 1500-01-01T00:00:00Z, 1500-01-01T00:00:00Z, 1499-12-23T00:00:00Z
#   RI: 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z
#   MOXy: 0001-01-01T00:00:00Z, 0000-12-30T00:00:00Z, 0001-01-01T00:00:00Z
#   MOXy: 1500-01-01T00:00:00Z, 1500-01-10T00:00:00Z, 1500-01-01T00:00:00Z
#   MOXy: 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z
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
export CLASSPATH TZ=UTC

cat >Dates.java <<'JAVA'
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Date;
import java.util.Map;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.annotation.XmlRootElement;
import org.eclipse.persistence.jaxb.JAXBContextFactory;

public final class Dates {
    @XmlRootElement public static final class Record { public Date when; }

    public static void main(String[] texts) throws Exception {
        Class<?>[] classes = {Record.class};
        show("RI", com.sun.xml.bind.v2.ContextFactory.createContext(classes, Map.of()), texts);
        show("MOXy", JAXBContextFactory.createContext(classes, null), texts);
    }

    private static void show(String name, JAXBContext context, String[] texts) throws Exception {
        for (String text : texts) {
            String xml = "<record><when>" + text + "</when></record>";
            Record read = (Record) context.createUnmarshaller().unmarshal(new StringReader(xml));
            StringWriter written = new StringWriter();
            context.createMarshaller().marshal(read, written);
            String again = written.toString().replaceAll(".*<when>|</when>.*", "");
            System.out.println(name + ": " + text + ", " + read.when.toInstant() + ", " + again);
        }
    }
}
JAVA
javac -nowarn Dates.java 2>log || { cat log >&2; exit 1; }
texts=(0001-01-01T00:00:00Z 1500-01-01T00:00:00Z 1600-01-01T00:00:00Z)
found=$(java Dates "${texts[@]}" 2>errors) || { cat errors >&2; exit 1; }
expected='RI: 0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z, 0001-01-03T00:00:00Z
RI: 1500-01-01T00:00:00Z, 1500-01-01T00:00:00Z, 1499-12-23T00:00:00Z
RI: 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z
MOXy: 0001-01-01T00:00:00Z, 0000-12-30T00:00:00Z, 0001-01-01T00:00:00Z
MOXy: 1500-01-01T00:00:00Z, 1500-01-10T00:00:00Z, 1500-01-01T00:00:00Z
MOXy: 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z, 1600-01-01T00:00:00Z'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
