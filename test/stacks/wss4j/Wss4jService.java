import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.KeyGenerator;
import javax.security.auth.callback.Callback;
import javax.xml.crypto.dsig.Reference;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.WSUsernameTokenPrincipal;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.apache.xml.security.encryption.EncryptedKey;
import org.apache.xml.security.encryption.ReferenceList;
import org.apache.xml.security.encryption.XMLCipher;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * WSS4J over HTTP. POST /verify answers with what WSS4J finds in an envelope, a line for each token:
 * its kind, then its content. POST /sign adds a Security header to an envelope, and encrypts. POST /seal and
 * /unseal encrypt and decrypt with Santuario alone. The query says how.
 * Status 422 comes with what WSS4J says when it refuses. Argument: the folder of keys.
 */
public final class Wss4jService {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
    private static final Map<String, Integer> REFERENCES = new HashMap<>();

    static {
        REFERENCES.put("BinarySecurityToken", WSConstants.BST_DIRECT_REFERENCE);
        REFERENCES.put("IssuerSerial", WSConstants.ISSUER_SERIAL);
        REFERENCES.put("X509KeyIdentifier", WSConstants.X509_KEY_IDENTIFIER);
        REFERENCES.put("SubjectKeyIdentifier", WSConstants.SKI_KEY_IDENTIFIER);
        REFERENCES.put("ThumbprintSHA1", WSConstants.THUMBPRINT_IDENTIFIER);
        REFERENCES.put("KeyValue", WSConstants.KEY_VALUE);
    }

    private final Merlin crypto = new Merlin();

    private Wss4jService(Path folder) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        for (String name : new String[] {"client", "server", "stranger"}) {
            String pem = new String(Files.readAllBytes(folder.resolve(name + ".key")), StandardCharsets.US_ASCII);
            byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
            java.security.Key key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
            keys.setKeyEntry(name, key, PASSWORD, new Certificate[] {certificate(folder, name)});
        }
        keys.setCertificateEntry("ec", certificate(folder, "ec"));
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", certificate(folder, "ca"));
        trusted.setCertificateEntry("ec", certificate(folder, "ec"));
        crypto.setKeyStore(keys);
        crypto.setTrustStore(trusted);
    }

    private static Certificate certificate(Path folder, String name) throws Exception {
        byte[] pem = Files.readAllBytes(folder.resolve(name + ".pem"));
        return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    /** The password of everybody is that of the query; that of keys is always the same. */
    private static void answer(Callback[] callbacks, String password) {
        for (Callback callback : callbacks) {
            WSPasswordCallback one = (WSPasswordCallback) callback;
            one.setPassword(one.getUsage() == WSPasswordCallback.DECRYPT ? new String(PASSWORD) : password);
        }
    }

    private String verify(Document document, Map<String, String> query) throws Exception {
        WSSecurityEngine engine = new WSSecurityEngine();
        WSSConfig config = WSSConfig.getNewInstance();
        config.setWsiBSPCompliant(!query.containsKey("lenient"));
        engine.setWssConfig(config);
        String password = query.getOrDefault("password", "secret");
        List<WSSecurityEngineResult> found = engine.processSecurityHeader(
            document, query.get("actor"), callbacks -> answer(callbacks, password), crypto, crypto);
        if (found == null) {
            throw new IllegalArgumentException("There is no Security header.");
        }
        StringBuilder lines = new StringBuilder();
        for (WSSecurityEngineResult one : found) {
            int action = (Integer) one.get(WSSecurityEngineResult.TAG_ACTION);
            if (action == WSConstants.SIGN || action == WSConstants.ENCR) {
                List<String> names = new ArrayList<>();
                List<?> parts = (List<?>) one.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
                for (Object part : parts == null ? new ArrayList<>() : parts) {
                    names.add(((WSDataRef) part).getName().getLocalPart());
                }
                String what = action == WSConstants.SIGN ? "signed " : "encrypted ";
                lines.append(what).append(String.join(",", names)).append('\n');
            } else if (action == WSConstants.UT) {
                Object principal = one.get(WSSecurityEngineResult.TAG_PRINCIPAL);
                lines.append("user ").append(((WSUsernameTokenPrincipal) principal).getName()).append('\n');
            } else if (action == WSConstants.TS) {
                lines.append("timestamp\n");
            }
        }
        return query.containsKey("show") ? textOf(document) : lines.toString();
    }

    private static String textOf(Document document) throws Exception {
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter text = new StringWriter();
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }

    private String sign(Document document, Map<String, String> query) throws Exception {
        WSSConfig config = WSSConfig.getNewInstance();
        if (query.containsKey("time")) {
            long time = Long.parseLong(query.get("time"));
            config.setCurrentTime(() -> new Date(time));
        }
        WSSecHeader header = new WSSecHeader(query.get("actor"), !query.containsKey("optional"));
        header.insertSecurityHeader(document);
        if (query.containsKey("ttl")) {
            WSSecTimestamp timestamp = new WSSecTimestamp(config);
            timestamp.setTimeToLive(Integer.parseInt(query.get("ttl")));
            timestamp.build(document, header);
        }
        if (query.containsKey("token")) {
            addToken(document, header, config, query);
        }
        boolean encryptsFirst = query.containsKey("first");
        if (encryptsFirst) {
            encrypt(document, header, config, query);
        }
        if (query.containsKey("key")) {
            addSignature(document, header, config, query);
        }
        if (query.containsKey("for") && !encryptsFirst) {
            encrypt(document, header, config, query);
        }
        return textOf(document);
    }

    private void encrypt(
        Document document, WSSecHeader header, WSSConfig config, Map<String, String> query) throws Exception {
        String soap = document.getDocumentElement().getNamespaceURI();
        WSSecEncrypt encrypt = new WSSecEncrypt(config);
        encrypt.setUserInfo(query.get("for"));
        encrypt.setKeyIdentifierType(REFERENCES.get(query.getOrDefault("named", "IssuerSerial")));
        encrypt.setSymmetricEncAlgorithm(query.getOrDefault("content", WSConstants.AES_256_GCM));
        encrypt.setKeyEnc(query.getOrDefault("transport", WSConstants.KEYTRANSPORT_RSAOEP));
        if (query.containsKey("hash")) {
            encrypt.setDigestAlgorithm(query.get("hash"));
        }
        List<WSEncryptionPart> parts = new ArrayList<>();
        for (String part : query.getOrDefault("secret", "Body").split(",")) {
            WSEncryptionPart named = partOf(part, soap);
            String modifier = part.equals("Body") ? "Content" : part.startsWith("urn:") ? "Header" : "Element";
            parts.add(new WSEncryptionPart(named.getName(), named.getNamespace(), modifier));
        }
        encrypt.setParts(parts);
        encrypt.build(document, crypto, header);
    }

    private static void addToken(
        Document document, WSSecHeader header, WSSConfig config, Map<String, String> query) {
        WSSecUsernameToken token = new WSSecUsernameToken(config);
        boolean isDigest = query.get("token").equals("digest");
        token.setPasswordType(isDigest ? WSConstants.PASSWORD_DIGEST : WSConstants.PASSWORD_TEXT);
        token.setUserInfo("ada", query.getOrDefault("password", "secret"));
        if (!isDigest && query.containsKey("nonce")) {
            token.addNonce();
            token.addCreated();
        }
        token.build(document, header);
    }

    private void addSignature(
        Document document, WSSecHeader header, WSSConfig config, Map<String, String> query) throws Exception {
        String soap = document.getDocumentElement().getNamespaceURI();
        WSSecSignature signature = new WSSecSignature(config);
        signature.setUserInfo(query.get("key"), new String(PASSWORD));
        signature.setKeyIdentifierType(REFERENCES.get(query.getOrDefault("reference", "BinarySecurityToken")));
        signature.setSignatureAlgorithm(query.getOrDefault("signature", RSA_SHA256));
        signature.setDigestAlgo(query.getOrDefault("digest", SHA256));
        signature.setUseSingleCertificate(!query.containsKey("path"));
        if (query.containsKey("canonicalisation")) {
            signature.setSigCanonicalization(query.get("canonicalisation"));
        }
        NodeList tokens = document.getElementsByTagNameNS(WSConstants.WSSE_NS, "SecurityTokenReference");
        for (int at = 0; at < tokens.getLength(); at++) {
            Element one = (Element) tokens.item(at);
            if (one.hasAttributeNS(WSConstants.WSU_NS, "Id")) one.setIdAttributeNS(WSConstants.WSU_NS, "Id", true);
        }
        List<WSEncryptionPart> parts = new ArrayList<>();
        for (String part : query.getOrDefault("parts", "Body").split(",")) {
            parts.add(partOf(part, soap));
        }
        signature.setParts(parts);
        if (!query.containsKey("last")) {
            signature.build(document, crypto, header);
            return;
        }
        signature.prepare(document, crypto, header);
        signature.appendBSTElementToHeader(header);
        List<Reference> references = signature.addReferencesToSign(parts, header);
        signature.computeSignature(references, false, null);
    }

    /** Decrypts a message for the server by Santuario alone, which knows more algorithms than WSS4J. */
    private String unseal(Document document) throws Exception {
        Element key = (Element) document.getElementsByTagNameNS(WSConstants.ENC_NS, "EncryptedKey").item(0);
        Element data = (Element) document.getElementsByTagNameNS(WSConstants.ENC_NS, "EncryptedData").item(0);
        Element method = (Element) data.getElementsByTagNameNS(WSConstants.ENC_NS, "EncryptionMethod").item(0);
        XMLCipher unwrap = XMLCipher.getInstance();
        unwrap.init(XMLCipher.UNWRAP_MODE, crypto.getPrivateKey("server", new String(PASSWORD)));
        Key secret = unwrap.decryptKey(unwrap.loadEncryptedKey(document, key), method.getAttribute("Algorithm"));
        XMLCipher cipher = XMLCipher.getInstance();
        cipher.init(XMLCipher.DECRYPT_MODE, secret);
        cipher.doFinal(document, data);
        return textOf(document);
    }

    /** Encrypts the Body for the server by Santuario alone. */
    private String seal(Document document, Map<String, String> query) throws Exception {
        WSSecHeader header = new WSSecHeader();
        Element security = header.insertSecurityHeader(document);
        KeyGenerator keys = KeyGenerator.getInstance("AES");
        keys.init(Integer.parseInt(query.get("content").replaceAll(".*#aes(\\d+).*", "$1")));
        Key secret = keys.generateKey();
        XMLCipher wrap = XMLCipher.getInstance(query.get("transport"), null, query.get("hash"));
        wrap.init(XMLCipher.WRAP_MODE, certificate(Paths.get(query.get("keys")), "server").getPublicKey());
        EncryptedKey key = wrap.encryptKey(document, secret, query.get("mask"), null);
        ReferenceList list = wrap.createReferenceList(ReferenceList.DATA_REFERENCE);
        list.add(list.newDataReference("#sealed"));
        key.setReferenceList(list);
        XMLCipher cipher = XMLCipher.getInstance(query.get("content"));
        cipher.init(XMLCipher.ENCRYPT_MODE, secret);
        cipher.getEncryptedData().setId("sealed");
        Element body = (Element) document.getElementsByTagNameNS("*", "Body").item(0);
        cipher.doFinal(document, body, true);
        security.appendChild(wrap.martial(document, key));
        return textOf(document);
    }

    /** Body and tokens by name; `STR:` and the ID of a reference to a token; others as namespace#Name. */
    private static WSEncryptionPart partOf(String name, String soap) {
        if (name.startsWith("STR:")) {
            WSEncryptionPart part = new WSEncryptionPart("STRTransform", WSConstants.WSSE_NS, "Element");
            part.setId(name.substring(4));
            return part;
        }
        String namespace = soap;
        if (name.equals("Timestamp")) namespace = WSConstants.WSU_NS;
        if (name.equals("Signature")) namespace = WSConstants.SIG_NS;
        if (name.equals("UsernameToken") || name.equals("BinarySecurityToken")) namespace = WSConstants.WSSE_NS;
        if (name.equals("STRTransform")) return new WSEncryptionPart(name, namespace, "Element");
        int at = name.lastIndexOf('#');
        if (at < 0) return new WSEncryptionPart(name, namespace, "");
        return new WSEncryptionPart(name.substring(at + 1), name.substring(0, at), "");
    }

    private void handle(HttpExchange exchange) throws java.io.IOException {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        for (String pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&")) {
            String[] sides = pair.split("=", 2);
            query.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
        }
        int status = 200;
        String text;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            Document document = factory.newDocumentBuilder().parse(new InputSource(exchange.getRequestBody()));
            switch (exchange.getRequestURI().getPath()) {
                case "/verify": text = verify(document, query); break;
                case "/seal": text = seal(document, query); break;
                case "/unseal": text = unseal(document); break;
                default: text = sign(document, query);
            }
        } catch (Exception error) {
            status = 422;
            text = error.toString();
            for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
                text += ": " + cause;
            }
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public static void main(String[] arguments) throws Exception {
        // newer versions of Java refuse SHA-1 in signatures
        String policy = Security.getProperty("jdk.xml.dsig.secureValidationPolicy");
        if (policy != null) {
            String[] rules = policy.split(",\\s*");
            Security.setProperty("jdk.xml.dsig.secureValidationPolicy", String.join(",",
                Arrays.stream(rules).filter(rule -> !rule.contains("sha1")).toArray(String[]::new)));
        }
        WSSConfig.init();
        Wss4jService service = new Wss4jService(Paths.get(arguments[0]));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", service::handle);
        server.start();
        System.out.println(server.getAddress().getPort());
        System.in.read();
        System.exit(0);
    }
}
