import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedbackDraft, feedbackMessages, isStandardText } from './feedback.ts'

describe('the text of an idea', () => {
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
    ['signs', '1 + 1 = 2 → 100 % © ™ #1 * ✓ £¥€'],
    ['line breaks and tabs', 'One\nTwo\r\n\tThree'],
    ['a no-break space', '10\u00a0000'],
  ])('may be %s', (_what, written) => {
    expect(isStandardText(written)).toBe(true)
  })

  it.each([
    ['an emoji', 'Nice 🙂'],
    ['a flag', '🇩🇪'],
    ['a family of emoji', '👩\u200d👩\u200d👧'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a sign asked to look like an emoji', '❤\ufe0f'],
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
  ])('may not hold %s', (_what, written) => {
    expect(isStandardText(written)).toBe(false)
    expect(issuesOf({ subject: 'Sorting', idea: `x${written}` })).toEqual([feedbackMessages.standardCharacters])
  })

  it('is standard exactly when each of its characters is', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('a', '€', '\u200d', '🙂', '\ufe0f')),
        }),
        (written) => {
          expect(isStandardText(written)).toBe([...written].every(isStandardText))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each(['a', '\u0301', '\u200c', 'a\u200d', ' \n'])(
    'is read once however long it is: many of %j, with something odd at the end',
    (piece) => {
      const long = piece.repeat(200_000)
      expect([isStandardText(long), isStandardText(`${long}\u0007`), isStandardText(`${long}\ufe0f`)]).toEqual([true, false, false])
    },
  )
})

describe('a draft', () => {
  it('is trimmed', () => {
    expect(feedbackDraft.parse({ subject: ' Sorting ', idea: '\nBy clicks\n' })).toEqual({ subject: 'Sorting', idea: 'By clicks' })
  })

  it.each([
    ['an empty subject', { subject: '', idea: 'By clicks' }],
    ['a blank idea', { subject: 'Sorting', idea: ' \n\t\u00a0' }],
    ['an idea of joiners alone', { subject: 'Sorting', idea: '\u200c\u200d' }],
    ['a missing idea', { subject: 'Sorting' }],
    ['a subject that is no text', { subject: 7, idea: 'By clicks' }],
  ])('with %s asks for all fields', (_what, draft) => {
    expect(issuesOf(draft)).toEqual([feedbackMessages.fieldsRequired])
  })

  it.each([
    ['subject', 100],
    ['idea', 400],
  ] as const)('holds a %s of %i characters and not one more', (field, most) => {
    const draft = { subject: 'Sorting', idea: 'By clicks' }
    expect(issuesOf({ ...draft, [field]: 'x'.repeat(most) })).toEqual([])
    expect(issuesOf({ ...draft, [field]: 'x'.repeat(most + 1) })).toEqual([`At most ${most} characters`])
  })
})

function issuesOf(draft: object): string[] {
  const read = feedbackDraft.safeParse(draft)
  return read.success ? [] : read.error.issues.map((issue) => issue.message)
}
