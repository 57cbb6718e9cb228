import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter, computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import { feedbackDraft, feedbackMessages, isStandardText } from './feedback.ts'

describe('feedback text', () => {
  it.each([
    ['English', "Let me sort links by clicks, please — it's easy!"],
    ['German', 'Größere Schrift für Zahlen: „fünf“ statt 5 €'],
    ['Vietnamese, composed and decomposed', 'Tiếng Việt / Tiếng Việt'.normalize('NFD')],
    ['Arabic', 'أضف دعماً للغة العربية؟'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Hebrew with points', 'שָׁלוֹם עוֹלָם'],
    ['Hindi with a joiner', 'क्\u200dष हिन्दी'],
    ['Thai', 'เพิ่มกราฟใหม่'],
    ['Japanese', '新しいグラフを追加してください。'],
    ['Chinese beyond the basic plane', '𠮷野家'],
    ['Korean', '그래프를 추가해 주세요'],
    ['Greek and Cyrillic', 'Ωραίο! Отлично №1'],
    ['symbols', '1 + 1 = 2 → 100 % © ™ #1 * ✓ £¥€'],
    ['line breaks and tabs', 'One\nTwo\r\n\tThree'],
    ['a no-break space', '10\u00a0000'],
  ])('accepts %s', (_what, text) => {
    expect(isStandardText(text)).toBe(true)
  })

  it.each([
    ['an emoji', 'Nice 🙂'],
    ['a flag', '🇩🇪'],
    ['a family of emoji', '👩\u200d👩\u200d👧'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a symbol with an emoji variation selector', '❤\ufe0f'],
    ['NUL', 'a\u0000b'],
    ['a bell', 'a\u0007b'],
    ['an escape', '\u001b[31mred'],
    ['a control character above ASCII', 'a\u0085b'],
    ['private use', 'a\ue000b'],
    ['private use of a higher plane', '\u{f0000}'],
    ['a lone surrogate', 'a\ud800b'],
    ['an unassigned character', 'a\u{e0fff}b'],
    ['a direction override', 'a\u202eb'],
    ['a zero-width space', 'a\u200bb'],
    ['a line separator', 'a\u2028b'],
    ['a tag', 'a\u{e0061}b'],
  ])('rejects %s', (_what, text) => {
    expect(isStandardText(text)).toBe(false)
    expect(listIssues({ subject: 'Sorting', idea: `x${text}` })).toEqual([feedbackMessages.standardCharacters])
  })

  it('accepts a text if and only if it accepts each of its characters', () => {
    const unit = fc.oneof(anyCharacter, fc.constantFrom('a', '€', '\u200d', '🙂', '\ufe0f'))
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(isStandardText(text)).toBe([...text].every(isStandardText))
      }),
      { numRuns: computeRandomRuns(500) },
    )
  })

  it.each(['a', '\u0301', '\u200c', 'a\u200d', ' \n'])(
    'takes linear time: 200,000 times %j with an invalid character at the end',
    (unit) => {
      const long = unit.repeat(200_000)
      expect([isStandardText(long), isStandardText(`${long}\u0007`), isStandardText(`${long}\ufe0f`)]).toEqual([true, false, false])
    },
  )
})

describe('a feedback draft', () => {
  it('is trimmed', () => {
    expect(feedbackDraft.parse({ subject: ' Sorting ', idea: '\nBy clicks\n' })).toEqual({ subject: 'Sorting', idea: 'By clicks' })
  })

  it.each([
    ['an empty subject', { subject: '', idea: 'By clicks' }],
    ['a blank idea', { subject: 'Sorting', idea: ' \n\t\u00a0' }],
    ['an idea of joiners alone', { subject: 'Sorting', idea: '\u200c\u200d' }],
    ['a missing idea', { subject: 'Sorting' }],
    ['a subject that is no text', { subject: 7, idea: 'By clicks' }],
  ])('rejects %s with the message that all fields are required', (_what, draft) => {
    expect(listIssues(draft)).toEqual([feedbackMessages.fieldsRequired])
  })

  it.each([
    ['subject', 100],
    ['idea', 400],
  ] as const)('accepts a %s of at most %i characters', (field, max) => {
    const draft = { subject: 'Sorting', idea: 'By clicks' }
    expect(listIssues({ ...draft, [field]: 'x'.repeat(max) })).toEqual([])
    expect(listIssues({ ...draft, [field]: 'x'.repeat(max + 1) })).toEqual([`At most ${max} characters`])
  })
})

function listIssues(draft: object): string[] {
  const result = feedbackDraft.safeParse(draft)
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}
