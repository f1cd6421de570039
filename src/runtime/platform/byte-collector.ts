import { joinBytes } from './node.ts';

/**
 * Smaller pieces are copied into blocks, because as separate objects they would take several times
 * their length.
 */
const smallPiece = 1024;
const blockSize = 16_384;

/** Collects the bytes of a body that arrives in pieces of any size. */
export class ByteCollector {
  /** Bytes so far. */
  length = 0;
  private readonly pieces: Uint8Array[] = [];
  /** Block that small pieces are copied to. */
  private block: Uint8Array | undefined;
  private used = 0;

  /** Adds a piece. It may be kept, so the caller must not write into it later. */
  add(piece: Uint8Array): void {
    this.length += piece.length;
    // The first piece is usually the whole body.
    if (piece.length > smallPiece || this.pieces.length === 0) {
      this.endBlock();
      this.pieces.push(piece);
      return;
    }
    if (this.used + piece.length > blockSize) this.endBlock();
    this.block ??= new Uint8Array(blockSize);
    this.block.set(piece, this.used);
    this.used += piece.length;
  }

  /** All bytes so far. */
  join(): Uint8Array {
    this.endBlock();
    return joinBytes(this.pieces, this.length);
  }

  private endBlock(): void {
    if (this.block !== undefined) this.pieces.push(this.block.subarray(0, this.used));
    this.block = undefined;
    this.used = 0;
  }
}
