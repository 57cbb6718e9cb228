import { ideaMessages } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { ideaProblem } from './idea-problem.ts'

it.each([
  ['is sent when both are written', 'Bulk import', 'From a CSV file, please.', true, undefined],
  ['is sent in any script, over several lines', 'Ελληνικά', '日本語\n한국어 — «да»', true, undefined],
  ['needs a project before anything else', '', '', false, { message: ideaMessages.projectRequired }],
  ['needs a subject', '  ', 'Please.', true, { message: ideaMessages.fieldsRequired, field: 'subject' }],
  ['needs a message', 'Import', '\n', true, { message: ideaMessages.fieldsRequired, field: 'idea' }],
  ['takes no emoji in the subject', 'Import 🚀', 'Please.', true, { message: ideaMessages.standardCharacters, field: 'subject' }],
  ['takes no control characters in the message', 'Import', 'a\u0007b', true, { message: ideaMessages.standardCharacters, field: 'idea' }],
])('an idea %s', (_title, subject, idea, hasProject, problem) => {
  expect(ideaProblem({ subject, idea }, hasProject)).toEqual(problem)
})
