// Common phrases that are missing from lists of leaked passwords, because most passwords in these lists are short.

/** The phrases have no spaces and signs, as `isMadeOfWords` requires. */
export const wellKnownPhrases = [
  'correcthorsebatterystaple',
  'correcthorsebattery',
  'horsebatterystaple',
  'iloveyou',
  'iloveyousomuch',
  'iloveyouforever',
  'iloveyoumorethananything',
  'iloveyoubaby',
  'iloveyoutothemoonandback',
  'ihateyou',
  'ihatepasswords',
  'ihatemypassword',
  'letmein',
  'letmeinplease',
  'letmeinnow',
  'opensesame',
  'abracadabra',
  'changeme',
  'changemenow',
  'changethispassword',
  'thisismypassword',
  'thisisapassword',
  'thisismynewpassword',
  'mynewpassword',
  'mypassword',
  'passphrase',
  'thisismypassphrase',
  'iforgotmypassword',
  'noonewillguessthis',
  'youwillneverguess',
  'youwillneverguessthis',
  'youshallnotpass',
  'nopassword',
  'secretpassword',
  'topsecret',
  'supersecret',
  'supersecretpassword',
  'trustnoone',
  'donttouchthis',
  'helloworld',
  'goodmorning',
  'goodmorningvietnam',
  'happybirthday',
  'happybirthdaytoyou',
  'merrychristmas',
  'happynewyear',
  'thequickbrownfox',
  'thequickbrownfoxjumpsoverthelazydog',
  'quickbrownfox',
  'loremipsum',
  'loremipsumdolorsitamet',
  'tobeornottobe',
  'tobeornottobethatisthequestion',
  'carpediem',
  'cogitoergosum',
  'alohomora',
  'maytheforcebewithyou',
  'iamyourfather',
  'lukeiamyourfather',
  'winteriscoming',
  'onceuponatime',
  'onceuponatimeinthewest',
  'hastalavistababy',
  'illbeback',
  'herelookingatyoukid',
  'hereslookingatyoukid',
  'showmethemoney',
  'youcanthandlethetruth',
  'houstonwehaveaproblem',
  'theresnoplacelikehome',
  'toinfinityandbeyond',
  'lifeislikeaboxofchocolates',
  'bondjamesbond',
  'iseedeadpeople',
  'keepcalmandcarryon',
  'myprecious',
  'oneringtorulethemall',
  'livelongandprosper',
  'beammeupscotty',
  'itsatrap',
  'nevergonnagiveyouup',
  'dontworrybehappy',
  'allyouneedislove',
  'twinkletwinklelittlestar',
  'inthebeginningwastheword',
  'jesuslovesme',
  'ingodwetrust',
  'jesusislord',
  'godisgood',
  'thankyou',
  'thankyouverymuch',
  'pleaseletmein',
] as const

/** Rows of the common keyboard layouts, and columns from the digits downwards. Each is listed in both directions. */
const keyboardLines = [
  ...['1234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm', 'zxcvbnm', 'yxcvbnm'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '!qaz', '@wsx', '#edc', '$rfv', '%tgb', '^yhn', '&ujm'],
].flatMap((line) => [line, [...line].reverse().join('')])

const walkMinLength = 3

/**
 * Returns whether the text consists only of runs of at least three neighboring keys, for example "qweasdzxc" or
 * "1qaz2wsx".
 */
export function isKeyboardWalk(plain: string): boolean {
  let at = 0
  while (at < plain.length) {
    const length = stretchAt(plain, at)
    if (length === 0) return false
    at += length
  }
  return plain !== ''
}

/** Returns the length of the longest run that begins at this position; 0 if no run begins there. */
function stretchAt(plain: string, at: number): number {
  let longest = 0
  for (const line of keyboardLines) {
    const start = line.indexOf(plain.charAt(at))
    let length = 0
    while (start !== -1 && at + length < plain.length && line[start + length] === plain[at + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest >= walkMinLength ? longest : 0
}
