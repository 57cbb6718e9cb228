import { openGoogleServer, testApiKey } from '../../../apps/server/test/google/open-google-server.ts'
import { repeat, type Scenario } from '../scenario.ts'

const google = await openGoogleServer()
const channel = google.account.addChannel()
let named = 0

/** Few units, so that the attack would use up the day; a half is more than the neighbour's requests need. */
const quota = { YOUTUBE_UNITS_PER_DAY: '1000', YOUTUBE_UNCONFIRMED_SHARE: '0.5' }

/** Channels that YouTube does not have, each under another name, eight at once. */
export const scenario: Scenario = {
  name: 'unknown YouTube channels | adding a channel',
  environment: { YOUTUBE_API_KEY: testApiKey, GOOGLE_API_URL: google.url, ...quota },
  async attack({ attacker: { client, params } }, signal) {
    await repeat(8, signal, () => {
      named += 1
      return client.youtubeChannels.create({ params, body: { channelUrl: `@unknown${named}` } })
    })
  },
  // A video that was not asked for before costs two units, and the channel is read once.
  async request({ neighbour: { client, params } }) {
    const video = google.account.addVideo(channel, { description: '' })
    const { id } = await client.youtubeChannels.create({ params, body: { channelUrl: `https://youtu.be/${video.id}` } })
    await client.youtubeChannels.delete({ params: { ...params, channelId: id } })
  },
}
