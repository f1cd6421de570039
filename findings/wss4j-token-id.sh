#!/usr/bin/env bash
# WSS4J 1.6.19 (Debian libwss4j-java 1.6.19-3, with Santuario 2.1.7): a BinarySecurityToken that it adds for
# encryption has a wsu:Id of hexadecimal digits alone. In five of eight processes the first one is 0 to 9, and such a
# text is no xsd:ID, the type of wsu:Id: a receiver that validates the header refuses messages of one start of the
# sender, and takes those of the next. Tokens that it adds for a signature have the prefix X509- and are always right.
#
# Seen on 2026-11-30, in 16 processes:
#   token of encryption: begins with a digit in some
#   token of a signature: begins with X509- in all
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq libwss4j-java=1.6.19-3 libxml-security-java=2.1.7-3+deb12u1 libcommons-logging-java=1.2-3 \
  libslf4j-java=1.7.32-1
for package in *.deb; do dpkg-deb -x "$package" root; done
jars="$work/root/usr/share/java"
export CLASSPATH="$jars/wss4j.jar:$jars/xmlsec.jar:$jars/commons-logging.jar:$jars/slf4j-api.jar:$jars/slf4j-nop.jar:."

openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=t -keyout key.pem -out cert.pem 2>/dev/null
openssl pkcs12 -export -inkey key.pem -in cert.pem -name t -passout pass:changeit -out t.p12

cat >Tokens.java <<'JAVA'
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.security.KeyStore;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

public final class Tokens {
    public static void main(String[] arguments) throws Exception {
        WSSConfig.getNewInstance();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new FileInputStream("t.p12"), "changeit".toCharArray());
        Merlin crypto = new Merlin();
        crypto.setKeyStore(store);

        WSSecEncrypt encrypt = new WSSecEncrypt();
        encrypt.setUserInfo("t");
        encrypt.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        Document encrypted = message();
        encrypt.build(encrypted, crypto, header(encrypted));

        WSSecSignature signature = new WSSecSignature();
        signature.setUserInfo("t", "changeit");
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        Document signed = message();
        signature.build(signed, crypto, header(signed));
        System.out.println(idOf(encrypted) + " " + idOf(signed));
    }

    private static Document message() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        String text = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header/>"
            + "<e:Body><a xmlns='urn:a'>1</a></e:Body></e:Envelope>";
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(text.getBytes()));
    }

    private static WSSecHeader header(Document document) throws Exception {
        WSSecHeader header = new WSSecHeader();
        header.insertSecurityHeader(document);
        return header;
    }

    private static String idOf(Document document) {
        Element token = (Element) document.getElementsByTagNameNS("*", "BinarySecurityToken").item(0);
        return token.getAttributeNS(WSConstants.WSU_NS, "Id");
    }
}
JAVA
javac -nowarn Tokens.java 2>log || { cat log >&2; exit 1; }

for _ in {1..16}; do java Tokens 2>>errors; done >ids || { cat errors >&2; exit 1; }
digits=$(grep -c '^[0-9]' ids || true)
prefixed=$(grep -c ' X509-' ids || true)
found="token of encryption: begins with a digit in $([ "$digits" -gt 0 ] && echo some || echo none)
token of a signature: begins with X509- in $([ "$prefixed" -eq 16 ] && echo all || echo "$prefixed")"
expected='token of encryption: begins with a digit in some
token of a signature: begins with X509- in all'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { cat ids >&2; echo 'the behaviour has changed' >&2; exit 1; }
