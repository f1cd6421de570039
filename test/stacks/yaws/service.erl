%% A service with Yaws, whose answers say what it read: folder of its page, port, file of the WSDL.
-module(service).
-export([main/3, handler/4]).
-include("shown.hrl").

main(Folder, Port, Wsdl) ->
    Server = [{port, Port}, {servername, "localhost"}, {listen, {127, 0, 0, 1}}, {flags, [{access_log, false}]}],
    Global = [{enable_soap, true}, {tmpdir, Folder}, {logdir, Folder}],
    ok = yaws:start_embedded(Folder, Server, Global),
    ok = yaws_soap_srv:setup({?MODULE, handler}, "file://" ++ Wsdl).

handler(_Header, [#'p:Who'{}], _Action, _Session) ->
    {ok, undefined, [#'p:WhoResponse'{'WhoResult' = #'p:Person'{id = 1, name = [16#5e9]}}]};
handler(_Header, [#'p:Save'{note = "fault"}], _Action, _Session) ->
    Detail = #'soap:detail'{'#any' = [#'p:InvalidPhone'{reason = "letters"}]},
    Code = #qname{uri = "http://schemas.xmlsoap.org/soap/envelope/", localPart = "Client", prefix = "soap"},
    {ok, undefined, [#'soap:Fault'{faultcode = Code, faultstring = "bad phone", detail = Detail}]};
handler(_Header, [#'p:Save'{note = "exception"}], _Action, _Session) ->
    error("secret");
handler(_Header, [#'p:Save'{student = Student, note = Note}], _Action, _Session) ->
    Read = object([{"student", student(Student)}, {"note", text(Note)}]),
    {ok, undefined, [#'p:SaveResponse'{'SaveResult' = lists:flatten(Read)}]}.
