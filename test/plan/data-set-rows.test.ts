import { describe, expect, test } from '@jest/globals';
import { declaration, planText } from './support/contract.ts';

const yaml = (types = '') => `asmx: 1
name: School
namespace: urn:school
services:
  School:
    operations:
      GetStudents: { returns: dataset }
      GetRooms: { returns: dataset }
      SaveTeachers: { parameters: { teachers: datatable${types} } }
types:
  Teacher: { fields: { Id: int } }
`;

const description = {
  name: 'Room Set',
  namespace: '',
  columns: { 'Class Room': { Id: 'int', Size: 'decimal', Any: 'anyType', Big: 'long' } },
  required: { 'Class Room': ['Id'] },
  primaryKeys: {},
  relations: [],
};

function planned(dataSets: Parameters<typeof planText>[1], types = '') {
  return planText(yaml(types), dataSets, 'school.yaml');
}

describe('rows of DataSets that the configuration names', () => {
  test('have the columns of a schema', () => {
    const plan = planned({ dataSets: { 'School.GetRooms': { rowTypes: {}, description } } });
    expect(declaration(plan, 'GetRoomsResponseGetRoomsResult')).toContain(
      'extends DataSetOf<RoomSetRows>',
    );
    expect(declaration(plan, 'RoomSetRows')).toContain(
      "readonly 'Class Room': RoomSetClassRoomRow;",
    );
    const row = declaration(plan, 'RoomSetClassRoomRow');
    expect(row).toContain('readonly Id: number;');
    expect(row).toContain('readonly Size?: string | undefined;');
    expect(row).toContain('readonly Any?: DataSetValue | undefined;');
    expect(row).toContain('readonly Big?: bigint | undefined;');
  });

  test('have the names that the configuration gives', () => {
    const rowTypes = { 'Class Room': 'Room', Student: 'Student' };
    const plan = planned({ dataSets: { 'School.GetRooms': { rowTypes, description } } });
    expect(declaration(plan, 'RoomSetRows')).toContain("readonly 'Class Room': Room;");
    expect(declaration(plan, 'Room')).toContain('readonly Id: number;');
    expect(declaration(plan, 'Student')).toContain('= DataSetRow;');
  });

  test('may be types of the contract', () => {
    const rowTypes = { Teacher: 'Teacher' };
    const plan = planned({ dataSets: { 'School.SaveTeachers': { rowTypes } } }, ', one: Teacher');
    expect(declaration(plan, 'SaveTeachersRows')).toContain('readonly Teacher: Teacher;');
    expect(declaration(plan, 'Teacher')).toContain('readonly Id: number;');
  });

  test('types that several operations share have none, unless they have the same', () => {
    const students = { rowTypes: { Student: 'Student' } };
    const one = planned({ dataSets: { 'School.GetStudents': students } });
    expect(declaration(one, 'DataSet')).not.toContain('extends');
    expect(declaration(one, 'GetRoomsResponseGetRoomsResult')).not.toContain('extends');
    const rooms = { rowTypes: {}, description };
    const both = planned({
      dataSets: { 'School.GetStudents': rooms, 'School.GetRooms': rooms },
    });
    expect(declaration(both, 'DataSet')).toContain('extends DataSetOf<RoomSetRows>');
  });
});
