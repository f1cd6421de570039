#!/usr/bin/env bash
# WSS4J 1.6.19 (Debian libwss4j-java 1.6.19-3, with Santuario 2.1.7): it encrypts messages with AES-192 in CBC mode,
# an algorithm of XML Encryption 1.0, and refuses its own message: "xenc:EncryptionMethod/@Algorithm is not
# supported". With AES-128 and AES-256 it decrypts what it wrote.
#
# Seen on 2026-11-30:
#   aes128-cbc: decrypted
#   aes192-cbc: refused
#   aes256-cbc: decrypted
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

cat >Both.java <<'JAVA'
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.security.KeyStore;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.w3c.dom.Document;

public final class Both {
    public static void main(String[] names) throws Exception {
        WSSConfig.getNewInstance();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new FileInputStream("t.p12"), "changeit".toCharArray());
        Merlin crypto = new Merlin();
        crypto.setKeyStore(store);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        String text = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header/>"
            + "<e:Body><a xmlns='urn:a'>1</a></e:Body></e:Envelope>";
        CallbackHandler handler = callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword("changeit");
        for (String name : names) {
            Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(text.getBytes()));
            WSSecHeader header = new WSSecHeader();
            header.insertSecurityHeader(document);
            WSSecEncrypt encrypt = new WSSecEncrypt();
            encrypt.setUserInfo("t");
            encrypt.setKeyIdentifierType(WSConstants.ISSUER_SERIAL);
            encrypt.setSymmetricEncAlgorithm("http://www.w3.org/2001/04/xmlenc#" + name);
            encrypt.build(document, crypto, header);
            String written = document.getElementsByTagNameNS("*", "EncryptionMethod").item(1).getAttributes()
                .getNamedItem("Algorithm").getNodeValue().replaceAll(".*#", "");
            try {
                new WSSecurityEngine().processSecurityHeader(document, null, handler, crypto);
                System.out.println(written + ": decrypted");
            } catch (Exception refusal) {
                System.out.println(written + ": refused");
                System.err.println(refusal);
            }
        }
    }
}
JAVA
javac -nowarn Both.java 2>log || { cat log >&2; exit 1; }

found=$(java Both aes128-cbc aes192-cbc aes256-cbc 2>errors)
expected='aes128-cbc: decrypted
aes192-cbc: refused
aes256-cbc: decrypted'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { cat errors >&2; echo 'the behaviour has changed' >&2; exit 1; }
cat errors
