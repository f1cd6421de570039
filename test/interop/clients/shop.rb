# The shop with soap4r, by its WSDL: ruby shop.rb WSDL ADDRESS CALLS
require 'json'
require 'soap/wsdlDriver'

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
