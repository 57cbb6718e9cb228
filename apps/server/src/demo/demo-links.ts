import type { linkDraft } from '@linkshelf/contract'
import type { z } from 'zod'

type Draft = z.input<typeof linkDraft>

/** What a reviewer of things for home and desk would link to: shelf by shelf, most wanted first. */
const shelves: Record<string, [shop: string, things: string[]]> = {
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

/** Sixty drafts; the order is the order in which their links are liked. */
export function demoLinkDrafts(): Draft[] {
  const names = Object.entries(shelves).flatMap(([label, [shop, things]]) => things.map((title, place) => ({ label, shop, title, place })))
  return names
    .sort((one, other) => one.place - other.place)
    .map(({ label, shop, title, place }) => ({
      target: `https://www.${shop}.example/products/${slugOf(title)}?ref=mia`,
      labels: place < 3 ? [label, 'Favorites'] : [label],
      title,
    }))
}

const youngestDays = 2
const goldenRatio = 0.618

/** How long ago the link of that place was made: spread evenly, so that liked ones and others are of every age; the first is older than all `days`. */
export function ageInDays(place: number, days: number): number {
  const part = 1 - ((place * goldenRatio) % 1)
  return youngestDays + part * (days - youngestDays + 1)
}

function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
