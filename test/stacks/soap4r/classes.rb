# Makes classes with wsdl2ruby in the working folder: ruby classes.rb WSDL. Its program does not start on Ruby 3, the
# class that does its work does.
require 'wsdl/soap/wsdl2ruby'

def make_classes(wsdl)
  one = WSDL::SOAP::WSDL2Ruby.new
  one.logger.level = Logger::FATAL
  one.location = wsdl
  one.opt.update('module_path' => 'Made', 'mapping_registry' => nil, 'driver' => nil, 'classdef' => 'school', 'force' => true)
  one.run
end

make_classes(ARGV[0]) if $PROGRAM_NAME == __FILE__
