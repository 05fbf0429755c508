import type { AnswerCheck } from './answers.ts';
import type { CallContext } from './call.ts';
import type { Transport } from './transport.ts';

/** A document next to /v1, which is kept, and asked for again only if it has changed. Needs no key. */
export class KeptDocument<Content> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #isAnswer: AnswerCheck<Content>;
  readonly #complete: (content: Content, lastModified: string | undefined) => Content;
  #kept: { readonly content: Content; readonly etag: string | undefined } | undefined;

  constructor(
    transport: Transport,
    path: string,
    isAnswer: AnswerCheck<Content>,
    complete: (content: Content, lastModified: string | undefined) => Content = (content) => content,
  ) {
    this.#transport = transport;
    this.#path = path;
    this.#isAnswer = isAnswer;
    this.#complete = complete;
  }

  async read(context: CallContext): Promise<Content> {
    const received = await this.#transport.fetchPublic(this.#path, this.#isAnswer, this.#kept?.etag, context);
    // It is there if its ETag was sent.
    if (received === undefined) return (this.#kept as { content: Content }).content;
    const { body, lastModified, etag } = received;
    const content = this.#complete(body, lastModified);
    this.#kept = { content, etag };
    return content;
  }
}
