%% Calls with Yaws: lines of operation, WSDL, URL, what is sent, and arguments; prints JSON lines.
-module(client).
-export([main/0]).
-include("shown.hrl").

main() ->
    inets:start(),
    logger:set_primary_config(level, none),
    case io:get_line("") of
        eof -> halt(0);
        Line ->
            [Operation, Wsdl, _, As | _] = string:split(Line, "\t", all),
            io:put_chars([object(answer(Operation, Wsdl, As)), "\n"]),
            main()
    end.

answer(Operation, Wsdl, As) ->
    case catch yaws_soap_lib:initModel(Wsdl) of
        {'EXIT', Reason} -> read(Reason);
        Model -> call(Operation, Model, given(Operation, As))
    end.

%% the process that calls may never end
call(Operation, Model, Given) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit(yaws_soap_lib:call(Model, Operation, Given)) end),
    receive {'DOWN', Monitor, process, Pid, Found} -> read(Found)
    after 15000 ->
        exit(Pid, kill),
        [{"error", text("no answer in 15 s")}]
    end.

given("Get", _) -> [1];
given("Notify", "characters") -> [[16#5e9]];
given("Notify", "bytes") -> [binary_to_list(unicode:characters_to_binary([16#5e9]))];
given("Notify", _) -> ["t"];
given(_, _) -> [].

read({ok, _, [#'soap:Fault'{faultstring = Said}]}) -> [{"error", text(Said)}];
read({ok, _, [#'p:GetResponse'{'GetResult' = One}]}) -> [{"value", student(One)}];
read({ok, _, [#'p:ListResponse'{'ListResult' = #'p:Students'{'Student' = All}}]}) ->
    [{"value", ["[", lists:join(",", [student(One) || One <- All]), "]"]}];
read({ok, _, _}) -> [{"value", "null"}];
read(Other) -> [{"error", text(lists:flatten(io_lib:format("~p", [Other])))}].
