import { feedbackMessages } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { ideaProblem } from './idea-problem.ts'

it.each([
  ['is sent when both are written', 'Bulk import', 'From a CSV file, please.', true, undefined],
  ['is sent in any script, over several lines', 'Ελληνικά', '日本語\n한국어 — «да»', true, undefined],
  ['needs a project before anything else', '', '', false, { message: feedbackMessages.projectRequired }],
  ['needs a subject', '  ', 'Please.', true, { message: feedbackMessages.fieldsRequired, field: 'subject' }],
  ['needs a message', 'Import', '\n', true, { message: feedbackMessages.fieldsRequired, field: 'idea' }],
  ['takes no emoji in the subject', 'Import 🚀', 'Please.', true, { message: feedbackMessages.standardCharacters, field: 'subject' }],
  [
    'takes no control characters in the message',
    'Import',
    'a\u0007b',
    true,
    { message: feedbackMessages.standardCharacters, field: 'idea' },
  ],
])('an idea %s', (_title, subject, idea, hasProject, problem) => {
  expect(ideaProblem({ subject, idea }, hasProject)).toEqual(problem)
})
