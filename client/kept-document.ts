import type { CallContext } from './call.ts';
import type { Transport } from './transport.ts';

interface Kept<Content> {
  readonly content: Content;
  readonly etag: string | undefined;
}

/** A document next to /v1, which is kept, and asked for again only if it has changed. Needs no key. */
export class KeptDocument<Content> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #parse: (body: unknown, lastModified: string | undefined) => Content;
  #kept: Kept<Content> | undefined;

  constructor(
    transport: Transport,
    path: string,
    /** Throws if the body is something else. */
    parse: (body: unknown, lastModified: string | undefined) => Content,
  ) {
    this.#transport = transport;
    this.#path = path;
    this.#parse = parse;
  }

  async read(context: CallContext): Promise<Content> {
    const received = await this.#transport.fetchPublic(this.#path, this.#kept?.etag, context);
    if (received !== undefined)
      this.#kept = { content: this.#parse(received.body, received.lastModified), etag: received.etag };
    return (this.#kept as Kept<Content>).content;
  }
}
