import { expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

it.each<[string, string, string[]]>([
  ['empty text', '', []],
  ['only comments', '-- one; two\n/* three; four */ ;; ', []],
  ['a last statement without a semicolon', 'select 1;\n select 2 ', ['select 1', 'select 2']],
  ['a semicolon in a string', "select 'a;b', 'it''s;'; select 2", ["select 'a;b', 'it''s;'", 'select 2']],
  ['a backslash at the end of a string', "select 'a\\'; select 2", ["select 'a\\'", 'select 2']],
  ['an escaped quote', "select E'it\\'s;'; select 2", ["select E'it\\'s;'", 'select 2']],
  ['a semicolon in a name', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
  ['a semicolon in comments', 'select 1 -- one;\n, /* two; */ 2; select 3', ['select 1 -- one;\n, /* two; */ 2', 'select 3']],
  ['a block', "do $$ begin perform 1; perform ';'; end $$; select 2", ["do $$ begin perform 1; perform ';'; end $$", 'select 2']],
  [
    'a block within a block',
    'do $outer$ begin execute $$ select 1; $$; end $outer$; select 2',
    ['do $outer$ begin execute $$ select 1; $$; end $outer$', 'select 2'],
  ],
  ['parameters', 'select $1; select $2', ['select $1', 'select $2']],
])('splits %s', (_what, sql, expected) => {
  expect(splitStatements(sql)).toEqual(expected)
})
