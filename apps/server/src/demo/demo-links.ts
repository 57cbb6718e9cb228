import type { linkDraft } from '@linkshelf/contract'
import type { z } from 'zod'

type Draft = z.input<typeof linkDraft>

/** Products that a reviewer would link to, by label. The most popular products come first. */
const products: Record<string, [shop: string, titles: string[]]> = {
  Desk: [
    'workwell-desks',
    [
      'Standing desk 140 cm',
      'Monitor arm for two',
      'Felt desk mat',
      'Cable tray',
      'Laptop stand',
      'Desk lamp with USB',
      'Footrest',
      'Ergonomic chair',
      'Drawer organizer',
      'Whiteboard',
    ],
  ],
  Audio: [
    'clearsound',
    [
      'Podcast microphone',
      'Studio headphones',
      'Audio interface',
      'Boom arm',
      'Pop filter',
      'Earbuds for calls',
      'Small speaker',
      'Acoustic panels',
      'USB-C adapter',
      'Recorder',
    ],
  ],
  Camera: [
    'framehouse',
    [
      'Mirrorless camera',
      '35 mm lens',
      'Tripod',
      'Key light',
      'Softbox',
      'Memory card 256 GB',
      'Camera bag',
      'Lens cleaning kit',
      'Wireless remote',
      'Gimbal',
    ],
  ],
  Kitchen: [
    'copper-and-cork',
    [
      'Pour-over kettle',
      'Coffee grinder',
      'Espresso scale',
      'Cast iron pan',
      'Chef knife',
      'Cutting board',
      'Storage jars',
      'Lunch box',
      'Thermometer',
      'Apron',
    ],
  ],
  Travel: [
    'farther-goods',
    [
      'Carry-on suitcase',
      'Packing cubes',
      'Power bank',
      'Travel adapter',
      'Rain jacket',
      'Water bottle',
      'Noise-cancelling headset',
      'Day pack',
      'Eye mask',
      'Luggage tag',
    ],
  ],
  Books: [
    'paper-lantern',
    [
      'Field guide to birds',
      'Writing well',
      'Atlas of cities',
      'Bread from scratch',
      'Thinking in systems',
      'A year of walks',
      'Color for painters',
      'The quiet garden',
      'Letters to a maker',
      'Small houses',
    ],
  ],
}

/** The product that Mia links to at Amazon, so that some sales of the Amazon report are joined to its link. */
export const amazonItem = { title: 'Laptop stand', asin: 'B0DEMO0005', tag: 'mia-desk-20' }

/** The labels, each with its products. The most popular products come first. */
export const demoShelves = Object.entries(products).map(([label, [shop, titles]]) => ({
  label,
  products: titles.map((title) => ({
    title,
    target:
      title === amazonItem.title
        ? `https://www.amazon.com/dp/${amazonItem.asin}?tag=${amazonItem.tag}`
        : `https://www.${shop}.example/products/${toSlug(title)}?ref=mia`,
  })),
}))

/** Returns drafts of sixty links. The most popular link is first. */
export function createDemoLinkDrafts(): Draft[] {
  return demoShelves
    .flatMap(({ label, products }) => products.map((product, rank) => ({ ...product, label, rank })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ label, title, target, rank }) => ({
      target,
      labels: rank < 3 ? [label, 'Favorites'] : [label],
      title,
    }))
}

const minAgeDays = 2
const goldenRatio = 0.618

/**
 * Computes the age of the link with this rank. Ages are spread evenly, so that popular and unpopular links are of every
 * age. The first link is older than `days`.
 */
export function computeAgeInDays(rank: number, days: number): number {
  const part = 1 - ((rank * goldenRatio) % 1)
  return minAgeDays + part * (days - minAgeDays + 1)
}

function toSlug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
