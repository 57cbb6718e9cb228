// Google's data in memory: channels with their videos, and the consents of owners.
import { createHash, randomBytes } from 'node:crypto'

export interface FakeVideo {
  id: string
  snippet: {
    title: string
    description: string
    categoryId: string
    publishedAt: string
    tags?: string[]
    defaultLanguage?: string
    defaultAudioLanguage?: string
  }
  localizations: Record<string, { title: string; description: string }>
  isShort: boolean
}

export interface FakeChannel {
  id: string
  title: string
  /** Includes the @. */
  handle: string
  username?: string
  customUrl?: string
  subscribers: number
  /** Sorted from newest to oldest. */
  videos: FakeVideo[]
  playlists: string[]
}

interface Consent {
  challenge: string
  redirectUrl: string
  channelId: string
  scope: string
}

export interface GoogleAccount {
  channels: FakeChannel[]
  /** Accepted updates, oldest first. */
  writes: { videoId: string; description: string }[]
  addChannel(channel?: Partial<FakeChannel>): FakeChannel
  addVideo(
    channel: FakeChannel,
    video: { description: string } & Partial<Omit<FakeVideo, 'snippet'>> & { snippet?: Partial<FakeVideo['snippet']> },
  ): FakeVideo
  findVideo(id: string): { video: FakeVideo; channel: FakeChannel } | undefined
  /**
   * Acts as the owner who clicks "Allow" on the page of this URL. Returns the code with which
   * Google redirects the owner back.
   */
  consent(url: string, channel: FakeChannel, scope?: string): string
  /** Acts as the owner who removes the app from their account. */
  revokeAll(): void
  redeem(fields: URLSearchParams): object | undefined
  refresh(refreshToken: string): object | undefined
  /** Revokes all tokens of the token's account. Returns false if Google does not accept the token. */
  revoke(token: string): boolean
  /** Returns the channel id of each valid refresh token. */
  grants(): string[]
  /** Returns the id of the channel whose owner got this access token. */
  ownerOf(accessToken: string): string | undefined
  /** Expires all access tokens, as happens after an hour. */
  expireAccessTokens(): void
}

const testScope = 'https://www.googleapis.com/auth/youtube.force-ssl'

export function createGoogleAccount(): GoogleAccount {
  const channels: FakeChannel[] = []
  const codes = new Map<string, Consent>()
  const refreshTokens = new Map<string, { channelId: string; scope: string }>()
  const accessTokens = new Map<string, string>()
  let nth = 0

  function createAccess(refreshToken: string, { channelId, scope }: { channelId: string; scope: string }): object {
    const access = `ya29.${randomBytes(12).toString('hex')}`
    accessTokens.set(access, channelId)
    return { access_token: access, expires_in: 3_599, token_type: 'Bearer', scope, refresh_token: refreshToken }
  }

  return {
    channels,
    writes: [],
    addChannel(given = {}) {
      nth += 1
      const channel: FakeChannel = {
        id: `UC${String(nth).padStart(22, '0')}`,
        title: `Channel ${nth}`,
        handle: `@channel${nth}`,
        subscribers: 1_200,
        videos: [],
        playlists: [],
        ...given,
      }
      channels.push(channel)
      return channel
    },
    addVideo(channel, { description, snippet, ...given }) {
      nth += 1
      const video: FakeVideo = {
        id: `v${String(nth).padStart(10, '0')}`,
        localizations: {},
        isShort: false,
        ...given,
        snippet: {
          title: `Video ${nth}`,
          categoryId: '26',
          publishedAt: new Date(Date.UTC(2024, 0, 1) + nth * 3_600_000).toISOString(),
          ...snippet,
          description,
        },
      }
      channel.videos.unshift(video)
      return video
    },
    findVideo(id) {
      for (const channel of channels) {
        const video = channel.videos.find((one) => one.id === id)
        if (video) return { video, channel }
      }
      return undefined
    },
    consent(url, channel, scope = testScope) {
      const { searchParams } = new URL(url)
      const code = `4/${randomBytes(12).toString('hex')}`
      codes.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        redirectUrl: searchParams.get('redirect_uri') ?? '',
        channelId: channel.id,
        scope,
      })
      return code
    },
    revokeAll() {
      refreshTokens.clear()
      accessTokens.clear()
    },
    redeem(fields) {
      const consent = codes.get(fields.get('code') ?? '')
      codes.delete(fields.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url')
      if (consent === undefined || consent.challenge !== challenge || consent.redirectUrl !== fields.get('redirect_uri')) return undefined
      const refreshToken = `1//${randomBytes(16).toString('hex')}`
      refreshTokens.set(refreshToken, consent)
      return createAccess(refreshToken, consent)
    },
    refresh(refreshToken) {
      const grant = refreshTokens.get(refreshToken)
      return grant && createAccess(refreshToken, grant)
    },
    revoke(token) {
      const channelId = refreshTokens.get(token)?.channelId
      for (const [other, grant] of refreshTokens) if (grant.channelId === channelId) refreshTokens.delete(other)
      for (const [access, owner] of accessTokens) if (owner === channelId) accessTokens.delete(access)
      return channelId !== undefined
    },
    grants: () => [...refreshTokens.values()].map(({ channelId }) => channelId),
    ownerOf: (accessToken) => accessTokens.get(accessToken),
    expireAccessTokens: () => accessTokens.clear(),
  }
}
