// Services in Java of five kinds, whose WSDL is what JAX-WS makes of them, and calls of each kind.
// usage: CodeFirst serve BASE | call ADDRESS-OF-WSDL KIND ADDRESS
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.jws.Oneway;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlRootElement;
import javax.xml.bind.annotation.XmlSeeAlso;
import javax.xml.bind.annotation.XmlType;
import javax.xml.namespace.QName;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.Endpoint;
import javax.xml.ws.RequestWrapper;
import javax.xml.ws.ResponseWrapper;
import javax.xml.ws.Service;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.Addressing;
import javax.xml.ws.soap.AddressingFeature;
import javax.xml.ws.soap.MTOM;
import javax.xml.ws.soap.MTOMFeature;
import javax.xml.ws.soap.SOAPFaultException;

public class CodeFirst {
  static final String NAMESPACE = "http://shop.example/";

  public enum Kind { BOOK, FILM }

  public static class Item {
    @XmlAttribute public String id;
    @XmlElement(required = true) public String name;
    @XmlElement(nillable = true) public Integer count;
    public double price;
    public Kind kind;
    public byte[] photo;
    public List<String> tags;
  }

  public static class Special extends Item {
    public String reason;
  }

  @XmlSeeAlso(Special.class)
  public static class Items {
    @XmlElement(nillable = true) public List<Item> item;
  }

  public static class Problem {
    public int code;
    public String reason;
  }

  @javax.xml.ws.WebFault(name = "Problem", targetNamespace = NAMESPACE)
  public static class ShopFault extends Exception {
    final Problem problem;
    public ShopFault(String message, Problem problem) {
      super(message);
      this.problem = problem;
    }
    public Problem getFaultInfo() {
      return problem;
    }
  }

  // the wrappers, which JAX-WS would make itself with a library that Debian lacks
  @XmlRootElement(name = "greet", namespace = NAMESPACE)
  @XmlType(name = "greet", namespace = NAMESPACE)
  public static class Greet { public String name; }
  @XmlRootElement(name = "greetResponse", namespace = NAMESPACE)
  @XmlType(name = "greetResponse", namespace = NAMESPACE)
  public static class GreetResponse { public String greeting; }
  @XmlRootElement(name = "echo", namespace = NAMESPACE)
  @XmlType(name = "echo", namespace = NAMESPACE)
  public static class Echo { public Items items; }
  @XmlRootElement(name = "echoResponse", namespace = NAMESPACE)
  @XmlType(name = "echoResponse", namespace = NAMESPACE)
  public static class EchoResponse { public Items items; }
  @XmlRootElement(name = "bytes", namespace = NAMESPACE)
  @XmlType(name = "bytes", namespace = NAMESPACE)
  public static class Bytes { public byte[] data; }
  @XmlRootElement(name = "bytesResponse", namespace = NAMESPACE)
  @XmlType(name = "bytesResponse", namespace = NAMESPACE)
  public static class BytesResponse { public byte[] data; }
  @XmlRootElement(name = "fail", namespace = NAMESPACE)
  @XmlType(name = "fail", namespace = NAMESPACE)
  public static class Fail { public String how; }
  @XmlRootElement(name = "failResponse", namespace = NAMESPACE)
  @XmlType(name = "failResponse", namespace = NAMESPACE)
  public static class FailResponse { public int sum; }
  @XmlRootElement(name = "ping", namespace = NAMESPACE)
  @XmlType(name = "ping", namespace = NAMESPACE)
  public static class Ping { public String text; }

  public interface Shop {
    @RequestWrapper(className = "CodeFirst$Greet")
    @ResponseWrapper(className = "CodeFirst$GreetResponse")
    @WebResult(name = "greeting") String greet(@WebParam(name = "name") String name);
    @RequestWrapper(className = "CodeFirst$Echo")
    @ResponseWrapper(className = "CodeFirst$EchoResponse")
    @WebResult(name = "items") Items echo(@WebParam(name = "items") Items items);
    @RequestWrapper(className = "CodeFirst$Bytes")
    @ResponseWrapper(className = "CodeFirst$BytesResponse")
    @WebResult(name = "data") byte[] bytes(@WebParam(name = "data") byte[] data);
    @RequestWrapper(className = "CodeFirst$Fail")
    @ResponseWrapper(className = "CodeFirst$FailResponse")
    @WebResult(name = "sum") int fail(@WebParam(name = "how") String how) throws ShopFault;
    @RequestWrapper(className = "CodeFirst$Ping")
    @Oneway void ping(@WebParam(name = "text") String text);
  }

  @WebService(name = "Plain", targetNamespace = NAMESPACE)
  public interface Plain extends Shop {}

  @WebService(name = "Addressed", targetNamespace = NAMESPACE)
  public interface Addressed extends Shop {}

  @WebService(name = "Mtom", targetNamespace = NAMESPACE)
  public interface Mtom extends Shop {}

  @WebService(name = "Rpc", targetNamespace = NAMESPACE)
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Rpc extends Shop {}

  @WebService(name = "Bare", targetNamespace = NAMESPACE)
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface Bare {
    @WebResult(name = "greetResponse", targetNamespace = NAMESPACE)
    String greet(@WebParam(name = "greet", targetNamespace = NAMESPACE) String name);
    @WebResult(name = "echoResponse", targetNamespace = NAMESPACE)
    Items echo(@WebParam(name = "echo", targetNamespace = NAMESPACE) Items items);
    @WebResult(name = "bytesResponse", targetNamespace = NAMESPACE)
    byte[] bytes(@WebParam(name = "bytes", targetNamespace = NAMESPACE) byte[] data);
    @WebResult(name = "failResponse", targetNamespace = NAMESPACE)
    int fail(@WebParam(name = "fail", targetNamespace = NAMESPACE) String how) throws ShopFault;
    @Oneway void ping(@WebParam(name = "ping", targetNamespace = NAMESPACE) String text);
  }

  static volatile String pinged = "";

  public static class Base {
    public String greet(String name) { return name.equals("?") ? pinged : "Hello " + name; }
    public Items echo(Items items) { return items; }
    public byte[] bytes(byte[] data) { return data; }
    public int fail(String how) throws ShopFault {
      if (!how.equals("declared")) throw new IllegalStateException("broken");
      Problem problem = new Problem();
      problem.code = 7;
      problem.reason = "none left";
      throw new ShopFault("no item", problem);
    }
    public void ping(String text) { pinged = text; }
  }

  @WebService(serviceName = "PlainService", portName = "Port", targetNamespace = NAMESPACE, endpointInterface = "CodeFirst$Plain")
  public static class PlainShop extends Base implements Plain {}
  @Addressing(required = true)
  @WebService(serviceName = "AddressedService", portName = "Port", targetNamespace = NAMESPACE, endpointInterface = "CodeFirst$Addressed")
  public static class AddressedShop extends Base implements Addressed {}
  @MTOM
  @WebService(serviceName = "MtomService", portName = "Port", targetNamespace = NAMESPACE, endpointInterface = "CodeFirst$Mtom")
  public static class MtomShop extends Base implements Mtom {}
  @WebService(serviceName = "RpcService", portName = "Port", targetNamespace = NAMESPACE, endpointInterface = "CodeFirst$Rpc")
  public static class RpcShop extends Base implements Rpc {}
  @WebService(serviceName = "BareService", portName = "Port", targetNamespace = NAMESPACE, endpointInterface = "CodeFirst$Bare")
  public static class BareShop extends Base implements Bare {}

  static final Map<String, Object> SHOPS = Map.of("Plain", new PlainShop(), "Addressed", new AddressedShop(),
      "Mtom", new MtomShop(), "Rpc", new RpcShop(), "Bare", new BareShop());

  /** A port as one interface: the bare one has the same methods. */
  static Shop portOf(String wsdl, String kind, String address) throws Exception {
    Class<?> of = Class.forName("CodeFirst$" + kind);
    Service service = Service.create(new URL(wsdl), new QName(NAMESPACE, kind + "Service"));
    WebServiceFeature[] features = kind.equals("Addressed")
        ? new WebServiceFeature[] { new AddressingFeature(true, true) }
        : kind.equals("Mtom") ? new WebServiceFeature[] { new MTOMFeature() } : new WebServiceFeature[0];
    Object port = service.getPort(new QName(NAMESPACE, "Port"), of, features);
    ((BindingProvider) port).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
    if (port instanceof Shop) return (Shop) port;
    Bare bare = (Bare) port;
    return new Shop() {
      public String greet(String name) { return bare.greet(name); }
      public Items echo(Items items) { return bare.echo(items); }
      public byte[] bytes(byte[] data) { return bare.bytes(data); }
      public int fail(String how) throws ShopFault { return bare.fail(how); }
      public void ping(String text) { bare.ping(text); }
    };
  }

  static String shown(Items items) {
    if (items == null || items.item == null) return items == null ? "null" : "";
    StringBuilder out = new StringBuilder();
    for (Item one : items.item)
      out.append(one == null ? "null" : one.getClass().getSimpleName() + Arrays.asList(one.id, one.name, one.count,
          one.price, one.kind, one.photo == null ? null : Arrays.hashCode(one.photo), one.tags,
          one instanceof Special ? ((Special) one).reason : "")).append(';');
    return out.toString();
  }

  static Items items() {
    Items items = new Items();
    Item full = new Item();
    full.id = "i1";
    full.name = " <a>\u00e9\ud83d\ude00\r\n";
    full.count = -5;
    full.price = 1e-7;
    full.kind = Kind.FILM;
    full.photo = new byte[3000];
    Arrays.fill(full.photo, (byte) 200);
    full.tags = Arrays.asList("x", "", "y");
    Special special = new Special();
    special.name = "s";
    special.count = null;
    special.price = Double.NEGATIVE_INFINITY;
    special.reason = "r";
    items.item = Arrays.asList(full, null, special);
    return items;
  }

  static void check(String what, Callable<Object> call, Object expected) {
    Object got;
    try {
      got = call.call();
    } catch (ShopFault fault) {
      got = "ShopFault " + fault.getMessage() + " " + fault.problem.code + " " + fault.problem.reason;
    } catch (Throwable error) {
      got = error.getClass().getSimpleName() + " " + error.getMessage();
    }
    String text = String.valueOf(got).replaceAll("[\t\r\n]+", " ");
    System.out.println(what + "\t" + (String.valueOf(expected).equals(String.valueOf(got)) ? "right" : text));
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("serve")) {
      for (Map.Entry<String, Object> one : SHOPS.entrySet())
        Endpoint.publish(args[1] + "/" + one.getKey(), one.getValue());
      System.out.println("ready");
      System.in.read();
      System.exit(0);
    }
    Shop shop = portOf(args[1], args[2], args[3]);
    check("text", () -> shop.greet("Ann"), "Hello Ann");
    check("classes", () -> shown(shop.echo(items())), shown(items()));
    Items empty = new Items();
    empty.item = Collections.emptyList();
    check("no items", () -> shown(shop.echo(empty)), shown(empty));
    for (int size : new int[] { 0, 1, 40000 })
      check(size + " bytes", () -> shop.bytes(new byte[size]).length, size);
    check("a declared fault", () -> shop.fail("declared"), "ShopFault no item 7 none left");
    check("one-way", () -> {
      shop.ping("p");
      for (int i = 0; i < 50 && !shop.greet("?").equals("p"); i++) Thread.sleep(20);
      return shop.greet("?");
    }, "p");
    System.exit(0);
  }
}
