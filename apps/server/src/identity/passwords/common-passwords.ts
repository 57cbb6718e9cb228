// Compiled by hand for this product: the words, character sequences and keyboard patterns that every published ranking of leaked passwords repeats,
// the words also with common endings. No such ranking was copied.

const words = `
  password passwort passw0rd pass passwd secret admin administrator root user guest login welcome letmein master access
  qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm abc abcd abcde abcdef abcdefg iloveyou iloveu loveyou lovely love
  monkey dragon shadow sunshine princess football baseball basketball soccer hockey superman batman spiderman pokemon starwars
  michael jordan jennifer jessica daniel thomas charlie andrew joshua robert matthew george michelle ashley nicole anthony hunter
  killer trustno freedom whatever cheese computer internet samsung google facebook linkedin youtube amazon ebay apple android
  chocolate banana cookie flower summer winter spring autumn monday friday january december hello hallo test testing demo temp
  changeme default qazwsx qweasd purple orange silver golden diamond ginger pepper mustang corvette ferrari mercedes porsche harley
  liverpool chelsea arsenal barcelona madonna naruto minecraft fortnite roblox matrix ninja tigger snoopy buster maggie bailey
  angel baby babygirl bubbles butterfly rainbow jesus heaven family mother father forever friends secret1 linkshelf
`

const endings = ['', '0', '1', '2', '7', '01', '11', '12', '99', '123', '321', '1234', '12345', '123456', '2024', '2025', '2026']

const keyboardPatterns = `
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 qwe123 qweqwe qwer1234 qwerty12 asd123 asdasd zxc123 zxczxc qwertyuiop
  qwertyui poiuyt lkjhgf mnbvcx asdfasdf 147258 147258369 159357 159753 123qwe 123abc a1b2c3 a1b2c3d4 aa123456 abc123456 p@ssw0rd p@ssword
  pa55word passw0rd1 1password mypassword password1! thepassword nopassword whatever1 trustno1 123654 123789 456789 789456 789456123
  987654 9876543 98765432 987654321 9876543210 0987654321 654321 54321 7654321 87654321 112233 121212 123123 123321 131313 1212 123123123
  232323 252525 696969 101010 102030 010203 010101 11223344 12341234 123412 12121212 147147 258258 369369 666666 777777 love123 fuckyou fuckme
`

const commonPasswords = new Set([...combine(words, endings), ...combine(keyboardPatterns, [''])])

/** Case-insensitive. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return commonPasswords.has(plain) || isSequence(plain) || isRepetition(plain)
}

function combine(text: string, ends: string[]): string[] {
  const stems = text.trim().split(/\s+/)
  return stems.flatMap((stem) => ends.map((end) => stem + end))
}

/** 12345678, 87654321, abcdefgh, 00000000: each character has the same distance from the one before; 0 follows 9. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0))
  const steps = new Set(codes.slice(1).map((code, index) => stepBetween(codes[index] ?? 0, code)))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2)
}

function stepBetween(before: number, after: number): number {
  const [zero, nine] = [48, 57]
  if (before === nine && after === zero) return 1
  return before === zero && after === nine ? -1 : after - before
}

/** abab, xyzxyz: one to three characters repeated. */
function isRepetition(text: string): boolean {
  return /^(.{1,3}?)\1+$/s.test(text)
}
