# The shop with soap4r: by its WSDL, ruby shop.rb WSDL ADDRESS CALLS, or without, ruby shop.rb serve PORT
require 'json'
require 'socket'
require 'soap/rpc/router'
require 'soap/wsdlDriver'

# Not at the top, where soap4r would find them by the names of elements.
module Types
  class Product
    attr_accessor :id, :sku, :price, :tags
  end

  class Address
    attr_accessor :street, :city
  end

  class Cart
    attr_accessor :items, :billing, :shipping
  end

  class Setting
    attr_accessor :name, :value
  end
end

class Shop
  def login(user, password) = 's1'
  def three(a, b, c) = [a, b, c].map { |one| one.nil? ? 'null' : one }.join('|')
  def list(filters, page)
    return [] if filters.empty?
    [[7, 'A-1', '10.75', %w[x y]], [8, "\u00e9 <&>", '-3', []]].map do |values|
      Types::Product.new.tap { |one| %w[id sku price tags].zip(values) { |name, value| one.send("#{name}=", value) } }
    end
  end
  def create(product) = product.id
  def cart(cart) = cart.tap { |one| one.shipping = one.billing }
  def fail(how) = raise('no such product')
  %i[info sums price stock changed text attributes rows setting].each { |name| define_method(name) { |one| one } }
end

# The HTTP servers of soap4r need Logger::Application, which Ruby no longer has.
def serve(port)
  router = SOAP::RPC::Router.new('Shop')
  router.mapping_registry = SOAP::Mapping::EncodedRegistry.new
  Types.constants.each do |name|
    router.mapping_registry.add(Types.const_get(name), SOAP::SOAPStruct, SOAP::Mapping::EncodedRegistry::TypedStructFactory,
                                { type: XSD::QName.new('urn:Shop', name.to_s) })
  end
  shop = Shop.new
  Shop.instance_methods(false).each do |name|
    taken = shop.method(name).arity
    parts = (1..taken).map { |at| ['in', "p#{at}", nil] } << ['retval', 'return', nil]
    router.add_rpc_operation(shop, XSD::QName.new('urn:Shop', name.to_s), "urn:Shop##{name}", name, parts)
  end
  server = TCPServer.new('127.0.0.1', port)
  loop do
    connection = server.accept
    headers = []
    while (line = connection.gets) && line != "\r\n" do headers << line.downcase end
    length = headers.find { |one| one.start_with?('content-length:') }.to_s[/\d+/].to_i
    if length.positive?
      data = SOAP::StreamHandler::ConnectionData.new
      data.receive_string = connection.read(length)
      data.receive_contenttype = 'text/xml; charset=utf-8'
      data = router.route(data)
      status = data.is_fault ? '500 Fault' : '200 OK'
      connection.write("HTTP/1.1 #{status}\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\n" \
                       "Content-Length: #{data.send_string.bytesize}\r\n\r\n#{data.send_string}")
    end
    connection.close
  end
end

serve(ARGV[1].to_i) if ARGV[0] == 'serve'

wsdl, address, calls = ARGV
driver = SOAP::WSDLDriverFactory.new(wsdl).create_rpc_driver
driver.endpoint_url = address

def plain(value)
  case value
  when nil, true, false, Numeric, String then value
  when DateTime then value.strftime('%Y-%m-%dT%H:%M:%SZ')
  when Array then value.map { |one| plain(one) }
  when Hash then value.transform_values { |one| plain(one) }
  else value.__xmlele.to_h { |name, one| [name.name, plain(one)] }
  end
end

JSON.parse(calls).each do |name, _, given|
  answer = begin
    plain(driver.send(name, *given))
  rescue SOAP::FaultError => fault
    { fault: fault.faultcode.to_s.sub(/.*:/, ''), message: fault.faultstring.to_s }
  end
  puts JSON.generate(answer)
end
