import { expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

it.each<[string, string, string[]]>([
  ['empty text', '', []],
  ['only comments', '-- one; two\n/* three; four */ ;; ', []],
  ['statements', 'SELECT 1;\n SELECT 2 ;', ['SELECT 1', 'SELECT 2']],
  ['a last statement without a semicolon', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['a semicolon in a string', "SELECT 'a;b', 'it''s;', 'it\\'s;'; SELECT 2", ["SELECT 'a;b', 'it''s;', 'it\\'s;'", 'SELECT 2']],
  ['a semicolon in names', 'SELECT "a;b", `c;d`; SELECT 2', ['SELECT "a;b", `c;d`', 'SELECT 2']],
  [
    'a semicolon in comments',
    'SELECT 1 -- one;\n, /* two; */ 2 # three;\n; SELECT 3',
    ['SELECT 1 -- one;\n, /* two; */ 2 # three;', 'SELECT 3'],
  ],
  ['the start of a comment in a string', "SELECT '-- no;', '/* no;'; SELECT 2", ["SELECT '-- no;', '/* no;'", 'SELECT 2']],
  ['a string without an end', "SELECT 'a; SELECT 2", ["SELECT 'a; SELECT 2"]],
])('splits %s', (_what, sql, expected) => {
  expect(splitStatements(sql)).toEqual(expected)
})
