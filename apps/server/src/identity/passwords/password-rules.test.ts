import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findPasswordProblem, passwordMessages } from './password-rules.ts'

const mia = { email: 'mia.baker@example.com', fullName: 'Mia Baker' }

it.each([
  '123456',
  '12345678',
  '0123456789',
  '1234567890',
  '987654321',
  '000000',
  'aaaaaaaa',
  'abcdef',
  'ABCDEFGH',
  'fedcba',
  'qwerty',
  'Qwerty123',
  'password',
  'PASSWORD1',
  'password123',
  'letmein',
  'iloveyou',
  'abcabc',
  '121212',
  'xyzxyzxyz',
  '1q2w3e4r',
  'admin123',
  'welcome1',
  'linkshelf',
  'p@ssw0rd',
  'LinkShelf',
  'link shelf',
  '2026-linkshelf!',
  '!!linkshelf123456',
  'linkshelf linkshelf',
  'correct horse battery staple',
  'Correct-Horse-Battery-Staple-2026',
  'correcthorsebatterystaple!',
  'I love you so much',
  'iloveyou2026iloveyou',
  'may the force be with you',
  'To be, or not to be?',
  'the quick brown fox',
  'mustang mustang',
  'm.u.s.t.a.n.g.1',
  'qwertyuiop',
  'qweasdzxc',
  'qwe asd zxc',
  'wersdfxcvpoilkjmnb',
  '1qaz2wsx3edc4rfv',
  '!qaz@wsx',
  'zxcvbnmlkjhgfdsa',
  'azertyuiopqsdfghjklm',
])('rejects %s as common', (password) => {
  expect(findPasswordProblem(password, mia, 6)).toBe(passwordMessages.common)
})

it.each([
  'mia.baker',
  'Mia.Baker@Example.com',
  'mia baker',
  'MiaBaker',
  'miabaker1!',
  'Baker2026',
  'mia2025!',
  '2025mia',
  '!!mia!!!',
  'mia12081990',
  '12081990 Baker',
  'baker&mia7',
  'example.com',
  'example2026',
  'mia@example!',
  'linkshelf-mia',
  'BakerLinkshelf2026',
])('rejects %s as too similar to the user', (password) => {
  expect(findPasswordProblem(password, mia, 6)).toBe(passwordMessages.personal)
})

it.each([
  'ottrez',
  'bakersdozen',
  'zq7!pf',
  'correct horse battery lamp',
  'mia keeps otters',
  'linkshelf of otters',
  'mia8412093756',
  'mia!#%&*+?/$',
  'qwe rty otters',
  'asdfg7',
  'Мой пароль',
  '鳥が空を飛ぶ',
  '🦦🦫🦡🦔🐿️',
  'x'.repeat(64) + 'y'.repeat(64),
])('accepts %s', (password) => {
  expect(findPasswordProblem(password, mia, 6)).toBeUndefined()
})

it.each([
  ['five characters', 'zq7!p', passwordMessages.short(6)],
  ['three characters of two code units each', '🦦🦫🦡', passwordMessages.short(6)],
  ['six that are five after normalising', 'zq7!e\u0301', passwordMessages.short(6)],
  ['129 characters', `z${'xy'.repeat(64)}`, passwordMessages.long],
  ['44 that are 132 after normalising', '\ufb03'.repeat(44), passwordMessages.long],
])('rejects %s', (_case, password, message) => {
  expect(findPasswordProblem(password, mia, 6)).toBe(message)
})

it("requires the operator's minimum length", () => {
  expect(findPasswordProblem('herons dig', mia, 10)).toBeUndefined()
  expect(findPasswordProblem('herons di', mia, 10)).toBe('Use at least 10 characters.')
})

it('accepts or rejects any input by its length in code points', () => {
  // Generates any code point, including lone surrogates. fast-check's own `binary` unit covers the same code points,
  // but takes seconds to build its table.
  const codePoint = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 1_000, size: 'max' }), (password) => {
      const problem = findPasswordProblem(password, mia, 6)
      const length = [...password.normalize('NFKC')].length
      expect(problem === undefined ? length >= 6 && length <= 128 : typeof problem === 'string').toBe(true)
    }),
  )
})
