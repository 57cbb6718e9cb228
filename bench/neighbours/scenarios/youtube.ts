import { openGoogleServer, testApiKey } from '../../../apps/server/test/google/open-google-server.ts'
import { repeat, type Scenario } from '../scenario.ts'

const google = await openGoogleServer()
const channel = google.account.addChannel()
let named = 0

/**
 * The daily quota is so small that the attack would use it up. One organization can use half of it for channels that no
 * owner has connected, which is more than the neighbour needs.
 */
const quota = { YOUTUBE_UNITS_PER_DAY: '1000', YOUTUBE_UNCONFIRMED_SHARE: '0.5' }

/** The attacker adds channels that do not exist at YouTube, each with another name, in eight concurrent loops. */
export const scenario: Scenario = {
  name: 'unknown YouTube channels | adding a channel',
  environment: { YOUTUBE_API_KEY: testApiKey, GOOGLE_API_URL: google.url, ...quota },
  async attack({ attacker: { client, params } }, signal) {
    await repeat(8, signal, () => {
      named += 1
      return client.youtubeChannels.create({ params, body: { channelUrl: `@unknown${named}` } })
    })
  },
  // A video that was not requested before costs two quota units, and the channel is read once.
  async request({ neighbour: { client, params } }) {
    const video = google.account.addVideo(channel, { description: '' })
    const { id } = await client.youtubeChannels.create({ params, body: { channelUrl: `https://youtu.be/${video.id}` } })
    await client.youtubeChannels.delete({ params: { ...params, channelId: id } })
  },
}
