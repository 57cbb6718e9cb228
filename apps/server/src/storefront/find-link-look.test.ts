import { linkId, storeUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { updateStore } from '../stores/stores.ts'
import { findLinkLook } from './find-link-look.ts'

it("finds the store of a link's project, and the picture of the product with this link", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [lamp, other] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const find = ({ url_id }: typeof lamp) => findLinkLook(deps.edgeDb, { projectId: ctx.project.id, linkId: linkId.parse(url_id) })
  expect(await find(lamp)).toBeUndefined()

  const store = await aStore(deps, ctx, {
    name: 'Lamps',
    store_name: 'Lampen',
    language: 'de',
    theme: 'journal',
    heading_font: 'lora',
    main_color: '#a00000',
  })
  const image_focus = { x: 0.3, y: 0.75 }
  await aProduct(deps, ctx, { name: 'Lamp', urls: [lamp.url_id], image_url: 'https://pictures.example/lamp.png', image_focus })
  await aProduct(deps, ctx, {
    name: 'Hidden',
    urls: [other.url_id],
    image_url: 'https://pictures.example/sofa.png',
    availability: 'hidden',
  })

  const look = {
    language: 'de',
    layout: 'grid',
    name: 'Lampen',
    logo: null,
    theme: 'journal',
    headingFont: 'lora',
    textFont: null,
    fontsUrl: null,
    mainColor: '#a00000',
    secondaryColor: '#ebedef',
    isCutout: null,
    isMarked: false,
  }
  expect(await find(lamp)).toEqual({ ...look, picture: 'https://pictures.example/lamp.png', focus: image_focus })
  expect(await find(other)).toEqual({ ...look, picture: null, focus: null })
  const featured_links = [
    { url_id: lamp.url_id, title: 'Lamp', ad: true },
    { url_id: other.url_id, title: 'About', ad: false },
  ]
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', featured_links }) })
  expect([await find(lamp), await find(other)]).toMatchObject([{ isMarked: true }, { isMarked: false }])
  await updateStore(deps, ctx, { storeId: store.store_id, update: storeUpdate.parse({ name: 'Lamps', active: false }) })
  expect(await find(lamp)).toBeUndefined()
})
