import { expect, it } from 'vitest'
import { findings } from './check-comments.ts'

const long = 'word '.repeat(25)

function listMessages(path: string, source: string): string[] {
  return findings(path, source).map(({ line, message }) => `${line} ${message}`)
}

it('finds prose lines of more than 120 characters, but no code, tables, URLs and directives', () => {
  expect(listMessages('a.ts', `// ${long}.\nconst a = 1 // ${long}\n// biome-ignore ${long}\n//   npm start ${long}\n`)).toEqual([
    '1 ends at 129 characters',
  ])
  expect(listMessages('a.ts', `// See https://a.example/${'x'.repeat(120)}\n`)).toEqual([])
  const document = `${long}.\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\n[a](${'x'.repeat(120)})\n`
  expect(listMessages('a.md', document)).toEqual(['1 ends at 126 characters'])
})

it('reads comments of every kind of file, and no strings of the program', () => {
  expect(listMessages('a.ts', `const a = "\\\n// ${long}"\nconst b = \`\n/* ${long} */\`\n`)).toEqual([])
  expect(listMessages('a.tsx', `const a = (\n<p>\n// ${long}\n</p>\n)\n`)).toEqual([])
  expect(listMessages('a.sql', `select '\n-- ${long}';\n-- ${long}\nselect $$\n  -- ${long}\n$$`)).toEqual([
    '3 ends at 128 characters',
    '5 ends at 130 characters',
  ])
  expect(listMessages('a.css', `a::before { content: "/* ${long} */" }\n/* ${long} */`)).toEqual(['2 ends at 131 characters'])
})

it('finds a docstring that describes nothing, except the docstring of the file', () => {
  const source = '/** The links. */\n\nexport type A =\n  /** One. */\n  /** Other. */\n  | 1\n\n/**\n * Gone.\n */\n\nconst a = 1\n'
  expect(listMessages('a.ts', source)).toEqual(['4 describes nothing: One.', '8 describes nothing: Gone.'])
})
