import java.math.BigDecimal;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
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

  public static class Filter {
    private String field;
    private String value;
    public String getField() { return field; }
    public void setField(String text) { field = text; }
    public String getValue() { return value; }
    public void setValue(String text) { value = text; }
  }

  public static class Setting {
    private String name;
    private Object value;
    public String getName() { return name; }
    public void setName(String text) { name = text; }
    public Object getValue() { return value; }
    public void setValue(Object any) { value = any; }
  }

  static Product product(int id, String sku, String price, String... tags) {
    Product product = new Product();
    product.setId(id);
    product.setSku(sku);
    product.setPrice(new BigDecimal(price));
    product.setTags(tags);
    return product;
  }

  /** A value of any type as a text. */
  static String shown(Object value) {
    if (value instanceof Map) {
      StringBuilder text = new StringBuilder();
      new TreeMap<Object, Object>((Map<?, ?>) value).forEach((key, one) -> text.append(key + "=" + shown(one) + ";"));
      return "{" + text + "}";
    }
    if (value instanceof Collection) value = ((Collection<?>) value).toArray();
    if (value instanceof int[]) return Arrays.toString((int[]) value);
    if (!(value instanceof Object[])) return String.valueOf(value);
    List<String> items = new ArrayList<>();
    for (Object one : (Object[]) value) items.add(shown(one));
    return items.toString();
  }

  static Object setting(Object value) throws Exception {
    Setting setting = new Setting();
    setting.setName("n");
    setting.setValue(value);
    Setting back = (Setting) call("setting", setting);
    return back.getName() + ": " + shown(back.getValue());
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
    for (Class<?> of : new Class<?>[] {Address.class, Product.class, Cart.class, Setting.class}) bean(call, of);
    String xsd = "http://www.w3.org/2001/XMLSchema";
    array(call, Product[].class, "Products", new QName(SPACE, "Product"));
    array(call, String[].class, "Strings", new QName(xsd, "string"));
    array(call, Map[].class, "Maps", new QName("http://xml.apache.org/xml-soap", "Map"));
    array(call, int[].class, "Ints", new QName(xsd, "int"));
    return call.invoke(given);
  }

  static void check(String what, Callable<Object> call, String expected) {
    String got;
    try {
      Object result = call.call();
      got = shown(result);
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
    Product product = product(7, "A-1 \u00e9 <&>", "10.50", "x", "y");
    Address home = new Address();
    home.setStreet("Main 1");
    home.setCity("Wien");
    Cart cart = new Cart();
    cart.setItems(new Product[] {product});
    cart.setBilling(home);
    cart.setShipping(home);
    Calendar at = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    at.setTimeInMillis(1800000000000L);
    Map<String, Object> map = new HashMap<>();
    map.put("sku", "A-1 \u00e9");
    map.put("stock", 3);
    map.put("isNew", true);
    map.put("note", null);
    map.put("sizes", new Object[] {"S", "M"});
    map.put("more", new HashMap<>(Map.of("color", "red")));
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
    check("attributes", () -> call("attributes", map), shown(map));
    Map[] rows = {map, Map.of("a", "b")};
    check("rows", () -> call("rows", (Object) rows), shown(rows));
    for (Object one : new Object[] {"x", 5, true, null, new Object[] {"S", 1}, map})
      check("setting", () -> setting(one), "n: " + shown(one));
    check("fail", () -> call("fail", "x"), "102 no such product");
  }
}
