// An authenticator in software: it creates passkeys and answers challenges like a browser with a real authenticator.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

export interface RequestOptions {
  challenge: string
  rpId: string
}

/** What the authenticator and the browser report. The defaults are those of an honest browser. */
export interface Report {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  isBackedUp?: boolean
  counter?: number
  userHandle?: string
}

export interface SoftwarePasskey {
  credentialId: string
  /** Returns the answer to the challenge, as JSON. */
  answer(options: RequestOptions, report?: Report): string
}

/** Creates a passkey. Returns it with the answer for the site, as JSON. */
export function createSoftwarePasskey(
  origin: string,
  { challenge, rp, user }: CreationOptions,
  report: Report = {},
): { passkey: SoftwarePasskey; answer: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const clientData = toClientData('webauthn.create', { challenge, origin, ...report })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credentialId.length)
  const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, toCoseKey(publicKey)])
  const authData = Buffer.concat([toAuthenticatorData(rp.id ?? '', report, 0x40), credential])
  const attestation = Buffer.concat([map(3), text('fmt'), text('none'), text('attStmt'), map(0), text('authData'), bytes(authData)])
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal', 'hybrid'],
  }
  const passkey: SoftwarePasskey = {
    credentialId: id,
    answer: (options, given = {}) => toAnswer({ id, origin, userHandle: user.id, privateKey }, options, given),
  }
  return { passkey, answer: JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }) }
}

function toAnswer(
  { id, origin, userHandle, privateKey }: { id: string; origin: string; userHandle: string; privateKey: KeyObject },
  { challenge, rpId }: RequestOptions,
  report: Report,
): string {
  const clientData = toClientData('webauthn.get', { challenge, origin, ...report })
  const authenticatorData = toAuthenticatorData(rpId, report)
  const signature = sign('sha256', Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]), privateKey)
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signature.toString('base64url'),
    userHandle: report.userHandle ?? userHandle,
  }
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
}

function toClientData(type: string, { challenge, origin }: Report): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Returns the hash of the relying party, the flags and the counter. */
function toAuthenticatorData(
  rpId: string,
  { rpId: given, isUserVerified = true, isBackedUp = false, counter = 0 }: Report,
  flags = 0,
): Buffer {
  const [userPresent, userVerified, backupEligible, backedUp] = [0x01, 0x04, 0x08, 0x10]
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const bits = flags | userPresent | (isUserVerified ? userVerified : 0) | (isBackedUp ? backupEligible | backedUp : 0)
  return Buffer.concat([
    createHash('sha256')
      .update(given ?? rpId)
      .digest(),
    Buffer.from([bits]),
    count,
  ])
}

/** Returns the key as a COSE map: kty EC2, alg ES256, crv P-256, and the point. */
function toCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [Buffer.from([0x21]), bytes(Buffer.from(x, 'base64url')), Buffer.from([0x22]), bytes(Buffer.from(y, 'base64url'))]
  return Buffer.concat([map(5), Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), ...point])
}

// CBOR (RFC 8949): the first byte has the type in three bits, and the length in five.

function map(size: number): Buffer {
  return Buffer.from([0xa0 + size])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value])
}
