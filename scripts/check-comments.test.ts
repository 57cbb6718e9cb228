import { expect, it } from 'vitest'
import { findings } from './check-comments.ts'

const messagesOf = (path: string, source: string) => findings(path, source).map(({ line, message }) => `${line} ${message}`)

it.each(['What', 'Of', 'As', 'Those', 'Whose'])('finds a comment that begins with %s', (word) => {
  expect(messagesOf('a.ts', `const a = 1\n/** ${word} the file has. */\nconst b = 2\n`)).toEqual([
    `2 begins with "${word}": ${word} the file has.`,
  ])
})

it.each([
  ['of which', 'Links of which none was clicked.'],
  ['What of', 'What of a link changes.'],
  ['that is none', 'A link that is none of ours.'],
  ['no end of', 'The queue knows no end of names.'],
  ['comes to', 'A job comes to nothing.'],
  ['whatever its version is', 'Stores it, whatever its version is.'],
  ['than those of', 'Larger than those of others.'],
])('finds a comment that says "%s"', (phrase, text) => {
  expect(messagesOf('a.ts', `// ${text}\n`)).toContainEqual(`1 says "${phrase}": ${text}`)
})

it('reads the lines of a comment as one text, and its paragraphs by themselves', () => {
  expect(messagesOf('a.tsx', '// The links, some\n// of\n// which lead elsewhere.\n//\n// Of the others.\n')).toEqual([
    '1 says "of which": The links, some of which lead elsewhere.',
    '5 begins with "Of": Of the others.',
  ])
  expect(messagesOf('a.ts', '/**\n * The links.\n *\n * Of the project.\n */\nconst a = 1 // As above.\n')).toEqual([
    '4 begins with "Of": Of the project.',
    '6 begins with "As": As above.',
  ])
})

it('reads comments of every kind of file, and no texts of the program', () => {
  const texts = `const a = "// What"\nconst b = \`/* Of */ \${1 /* As here */} // Those\`\nconst c = /\\/\\/ What/\n`
  expect(messagesOf('a.ts', texts)).toEqual(['2 begins with "As": As here'])
  expect(messagesOf('a.tsx', 'const a = <p>{/* What it is */}// What</p>\n')).toEqual(['1 begins with "What": What it is'])
  expect(messagesOf('a.sql', "select '-- What'; -- What\n/* Of it */ select $$\n  -- As it is\n$$")).toEqual([
    '1 begins with "What": What',
    '2 begins with "Of": Of it',
    '3 begins with "As": As it is',
  ])
  expect(messagesOf('a.css', 'a::before { content: "/* What */" }\n/* Those of a row */')).toEqual([
    '2 begins with "Those": Those of a row',
  ])
})

it('finds prose lines of more than 120 characters, but no code, tables, URLs and directives', () => {
  const long = 'word '.repeat(25)
  expect(messagesOf('a.ts', `// ${long}.\nconst a = 1 // ${long}\n// biome-ignore ${long}\n//   npm start ${long}\n`)).toEqual([
    '1 ends at 129 characters',
  ])
  expect(messagesOf('a.ts', `// See https://a.example/${'x'.repeat(120)}\n`)).toEqual([])
  const document = `${long}.\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\n[a](${'x'.repeat(120)})\n`
  expect(messagesOf('a.md', document)).toEqual(['1 ends at 126 characters'])
})

it('finds a docstring at which nothing stands, beside that of the file', () => {
  const source = '/** The links. */\n\nexport type A =\n  /** One. */\n  /** Other. */\n  | 1\n\n/**\n * Gone.\n */\n\nconst a = 1\n'
  expect(messagesOf('a.ts', source)).toEqual(['4 describes nothing: One.', '8 describes nothing: Gone.'])
})

it('finds paragraphs and items of documents, and leaves headings, tables and code', () => {
  const document = '# What it is\n\nWhat is stored.\n\n- **Of the links** half.\n\n| What | How |\n\n```\nWhat\n```\n'
  expect(messagesOf('a.md', document)).toEqual(['3 begins with "What": What is stored.', '5 begins with "Of": Of the links** half.'])
})
