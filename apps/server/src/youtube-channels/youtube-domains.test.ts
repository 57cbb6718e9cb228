import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { aLink } from '../../test/builders/builders.ts'
import { aServedDomain } from '../../test/builders/domain-builder.ts'
import { openYoutubeProject } from '../../test/builders/open-youtube-project.ts'
import { setPrimaryDomain } from '../projects/primary-domain.ts'
import { changeChannel, rescanChannel } from './channels/channels.ts'
import { startMigration } from './migrate/start-run.ts'
import { getReport } from './preview/get-report.ts'
import { listVideos } from './preview/list-videos.ts'

const amazon = 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20'
const ebay = 'https://www.ebay.com/itm/123456789012'

it("creates short links on the project's primary domain, as the preview shows, and does not move existing short links", async () => {
  await using project = await openYoutubeProject()
  const { deps, server, ctx } = project
  await setPrimaryDomain(ctx, { domain_id: await aServedDomain(deps, ctx, 'go.lamps.example') })
  await aServedDomain(deps, await project.anotherProject(), 'noah.example')
  await aLink(deps, ctx, { slug: 'lamp', domain: 'go.lamps.example' })
  const own = 'https://go.lamps.example/lamp https://GO.lamps.example:443/go/lamp https://noah.example/x https://blog.example/'
  const channel = server.account.addChannel()
  const [first, second] = [`Lamp: ${amazon}`, own].map((description) => server.account.addVideo(channel, { description }))
  if (first === undefined || second === undefined) throw new Error('There are videos')
  const id = await project.scanned(channel)
  await project.connected(channel, id)
  await changeChannel(deps, ctx, { channelId: id, change: { excluded_groups: [] } })
  expect(await project.read(id)).toMatchObject({ linksFound: 2 })

  const { videos } = await listVideos(deps, ctx, { channelId: id, query: { state: 'planned', limit: 20 } })
  const shown = videos.flatMap(({ links }) => links.map(({ shortened }) => shortened.split('?')[0]))
  expect(videos.flatMap(({ links }) => links.map(({ original }) => original)).toSorted()).toEqual(['https://blog.example/', amazon])
  for (const url of shown) expect(url).toMatch(/^http:\/\/go\.lamps\.example\/\w{7}$/)

  await startMigration(deps, ctx, id)
  await project.work()
  const shortAmazon = first.snippet.description.slice('Lamp: '.length).split('?')[0] ?? ''
  expect(shown).toContain(shortAmazon)
  expect(second.snippet.description).toMatch(
    /^https:\/\/go\.lamps\.example\/lamp https:\/\/GO\.lamps\.example:443\/go\/lamp https:\/\/noah\.example\/x http:\/\/go\.lamps\.example\/\w{7}\?v=\w+$/,
  )
  expect((await project.read(id)).replacedLinks).toContainEqual({ original: amazon, shortened: shortAmazon })
  expect(await text((await getReport(deps, ctx, id)).body as never)).toContain(`${shortAmazon}?v=${first.id}`)

  // Existing short links stay on their domain. A short link that was copied from another video's description is
  // replaced with a short link that names the video with the copy.
  await setPrimaryDomain(ctx, { domain_id: null })
  const third = server.account.addVideo(channel, { description: `Copied: ${first.snippet.description.slice('Lamp: '.length)} ${ebay}` })
  project.clock.forward(3_600_000)
  await rescanChannel(deps, ctx, id)
  await project.scan(id)
  await startMigration(deps, ctx, id)
  await project.work()
  expect(third.snippet.description).toMatch(
    new RegExp(`^Copied: ${RegExp.escape(shortAmazon)}\\?v=${third.id} http://go\\.test/\\w{7}\\?v=${third.id}$`),
  )
})
