import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passwordMessages, passwordProblem } from './password-rules.ts'

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
])('rejects %s as common', (password) => {
  expect(passwordProblem(password, mia)).toBe(passwordMessages.common)
})

it.each(['mia.baker', 'Mia.Baker@Example.com', 'mia baker', 'MiaBaker', 'miabaker1!', 'Baker2026', 'mia2025!'])(
  'rejects %s as too similar to the user',
  (password) => {
    expect(passwordProblem(password, mia)).toBe(passwordMessages.personal)
  },
)

it.each([
  'ottrez',
  'bakersdozen',
  'zq7!pf',
  'correct horse battery staple',
  'Мой пароль',
  '鳥が空を飛ぶ',
  '🦦🦫🦡🦔🐿️',
  'x'.repeat(64) + 'y'.repeat(64),
])('accepts %s', (password) => {
  expect(passwordProblem(password, mia)).toBeUndefined()
})

it.each([
  ['five characters', 'zq7!p', passwordMessages.short],
  ['three characters of two code units each', '🦦🦫🦡', passwordMessages.short],
  ['six that are five after normalising', 'zq7!e\u0301', passwordMessages.short],
  ['129 characters', `z${'xy'.repeat(64)}`, passwordMessages.long],
  ['44 that are 132 after normalising', '\ufb03'.repeat(44), passwordMessages.long],
])('rejects %s', (_case, password, message) => {
  expect(passwordProblem(password, mia)).toBe(message)
})

it('accepts or rejects any input by its length in code points', () => {
  // Any code point, lone surrogates too. fast-check's own `binary` unit covers the same and takes seconds to build its table.
  const codePoint = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 1_000, size: 'max' }), (password) => {
      const problem = passwordProblem(password, mia)
      const length = [...password.normalize('NFKC')].length
      expect(problem === undefined ? length >= 6 && length <= 128 : typeof problem === 'string').toBe(true)
    }),
  )
})
