import java.math.BigDecimal;
import java.net.URL;
import java.util.Arrays;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import org.apache.axis.client.Call;
import org.apache.axis.client.Service;
import org.apache.axis.encoding.ser.ArrayDeserializerFactory;
import org.apache.axis.encoding.ser.ArraySerializerFactory;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;

/** Calls the shop with Axis 1.4, by its WSDL: AxisShop WSDL ADDRESS. */
public class AxisShop {
  static final String SPACE = "urn:Shop";

  public static class Address {
    private String street;
    private String city;
    public String getStreet() { return street; }
    public void setStreet(String value) { street = value; }
    public String getCity() { return city; }
    public void setCity(String value) { city = value; }
    public String toString() { return street + "," + city; }
  }

  public static class Product {
    private Integer id;
    private String sku;
    private BigDecimal price;
    private String[] tags;
    public Integer getId() { return id; }
    public void setId(Integer value) { id = value; }
    public String getSku() { return sku; }
    public void setSku(String value) { sku = value; }
    public BigDecimal getPrice() { return price; }
    public void setPrice(BigDecimal value) { price = value; }
    public String[] getTags() { return tags; }
    public void setTags(String[] value) { tags = value; }
    public String toString() { return id + "," + sku + "," + price + "," + Arrays.toString(tags); }
  }

  public static class Cart {
    private Product[] items;
    private Address billing;
    private Address shipping;
    public Product[] getItems() { return items; }
    public void setItems(Product[] value) { items = value; }
    public Address getBilling() { return billing; }
    public void setBilling(Address value) { billing = value; }
    public Address getShipping() { return shipping; }
    public void setShipping(Address value) { shipping = value; }
    public String toString() { return Arrays.toString(items) + billing + shipping; }
  }

  static Service service;
  static String address;

  static void bean(Call call, Class<?> of) {
    QName name = new QName(SPACE, of.getSimpleName());
    call.registerTypeMapping(of, name, new BeanSerializerFactory(of, name), new BeanDeserializerFactory(of, name));
  }

  static void array(Call call, Class<?> of, String name, QName item) {
    call.registerTypeMapping(of, new QName(SPACE, name), new ArraySerializerFactory(item, null),
        new ArrayDeserializerFactory(item));
  }

  static Object call(String operation, Object... given) throws Exception {
    Call call = (Call) service.createCall(new QName(SPACE, "ShopPort"), operation);
    call.setTargetEndpointAddress(new URL(address));
    for (Class<?> of : new Class<?>[] {Address.class, Product.class, Cart.class}) bean(call, of);
    String xsd = "http://www.w3.org/2001/XMLSchema";
    array(call, Product[].class, "Products", new QName(SPACE, "Product"));
    array(call, String[].class, "Strings", new QName(xsd, "string"));
    array(call, int[].class, "Ints", new QName(xsd, "int"));
    return call.invoke(given);
  }

  static void check(String what, Callable<Object> call, String expected) {
    String got;
    try {
      Object result = call.call();
      got = result instanceof int[] ? Arrays.toString((int[]) result)
          : result instanceof Object[] ? Arrays.toString((Object[]) result) : String.valueOf(result);
    } catch (AxisFault fault) {
      got = fault.getFaultCode().getLocalPart() + " " + fault.getFaultString();
    } catch (Exception error) {
      got = error.toString();
    }
    System.out.println(what + "\t" + (expected.equals(got) ? "right" : got.replaceAll("\\s+", " ")));
  }

  public static void main(String[] args) throws Exception {
    service = new Service(args[0], new QName(SPACE, "Shop"));
    address = args[1];
    Product product = new Product();
    product.setId(7);
    product.setSku("A-1 \u00e9 <&>");
    product.setPrice(new BigDecimal("10.50"));
    product.setTags(new String[] {"x", "y"});
    Address home = new Address();
    home.setStreet("Main 1");
    home.setCity("Wien");
    Cart cart = new Cart();
    cart.setItems(new Product[] {product});
    cart.setBilling(home);
    cart.setShipping(home);
    Calendar at = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    at.setTimeInMillis(1800000000000L);
    check("login", () -> call("login", "ada", "secret"), "s1");
    check("three", () -> call("three", "1", null, "3"), "1|null|3");
    check("info", () -> call("info", product), product.toString());
    check("create", () -> call("create", product), "7");
    check("cart", () -> call("cart", cart), cart.toString());
    check("sums", () -> call("sums", new int[] {1, -2, 3}), "[1, -2, 3]");
    check("price", () -> call("price", 0.1), "0.1");
    check("stock", () -> call("stock", true), "true");
    check("changed", () -> ((Calendar) call("changed", at)).getTimeInMillis(), "1800000000000");
    check("text", () -> call("text", "a <b> & \u00e9"), "a <b> & \u00e9");
    check("fail", () -> call("fail", "x"), "102 no such product");
  }
}
