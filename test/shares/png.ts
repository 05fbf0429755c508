import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Png {
  width?: number;
  height?: number;
  /** 2: red, green and blue; 3: a palette. */
  colours?: number;
  pixels?: Buffer;
  /** Between the header and the pixels. */
  more?: Buffer[];
  /** Behind the compressed pixels. */
  trailing?: Buffer;
}

/** A PNG of one colour. */
export function png({
  width = 1200,
  height = 630,
  colours = 2,
  pixels,
  more = [],
  trailing = Buffer.alloc(0),
}: Png = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colours, 0, 0, 0], 8);
  const raw = pixels ?? Buffer.alloc(height * (1 + width * (colours === 3 ? 1 : 3)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', Buffer.concat([deflateSync(raw), trailing])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
