;; The parser's arithmetic. Every address and stride is in bytes; numbers are 32-bit floats. The order of additions is fixed and does
;; not depend on how many rows are computed together, so the same text gives the same bits everywhere.
(module
  (memory (import "parser" "memory") 1)

  ;; y = x w + b for `rows` rows of `k` inputs and `n` outputs, n a multiple of 8. The weights lie in blocks of eight outputs:
  ;; w[n / 8][k][8]. Rows of x may overlap: a stride shorter than a row is a window that moves by one word.
  (func (export "affine")
    (param $x i32) (param $stride i32) (param $w i32) (param $b i32) (param $y i32) (param $rows i32) (param $k i32) (param $n i32)
    (local $r i32) (local $i i32) (local $q i32) (local $out i32) (local $wide i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $s v128) (local $w0 v128) (local $w1 v128)
    (local $a0 v128) (local $a1 v128) (local $b0 v128) (local $b1 v128)
    (local $c0 v128) (local $c1 v128) (local $d0 v128) (local $d1 v128)
    (local.set $wide (i32.shl (local.get $n) (i32.const 2)))
    (block $done
      (loop $columns
        (br_if $done (i32.le_s (local.get $n) (i32.const 0)))
        (local.set $out (local.get $y))
        (local.set $p0 (local.get $x))
        (local.set $r (local.get $rows))
        (block $single
          (loop $fours
            (br_if $single (i32.lt_s (local.get $r) (i32.const 4)))
            (local.set $p1 (i32.add (local.get $p0) (local.get $stride)))
            (local.set $p2 (i32.add (local.get $p1) (local.get $stride)))
            (local.set $p3 (i32.add (local.get $p2) (local.get $stride)))
            (local.set $a0 (v128.load (local.get $b)))
            (local.set $a1 (v128.load offset=16 (local.get $b)))
            (local.set $b0 (local.get $a0)) (local.set $b1 (local.get $a1))
            (local.set $c0 (local.get $a0)) (local.set $c1 (local.get $a1))
            (local.set $d0 (local.get $a0)) (local.set $d1 (local.get $a1))
            (local.set $q (local.get $w))
            (local.set $i (i32.const 0))
            (loop $sum
              (local.set $w0 (v128.load (local.get $q)))
              (local.set $w1 (v128.load offset=16 (local.get $q)))
              (local.set $s (v128.load32_splat (i32.add (local.get $p0) (local.get $i))))
              (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $s) (local.get $w0))))
              (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $s) (local.get $w1))))
              (local.set $s (v128.load32_splat (i32.add (local.get $p1) (local.get $i))))
              (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $s) (local.get $w0))))
              (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $s) (local.get $w1))))
              (local.set $s (v128.load32_splat (i32.add (local.get $p2) (local.get $i))))
              (local.set $c0 (f32x4.add (local.get $c0) (f32x4.mul (local.get $s) (local.get $w0))))
              (local.set $c1 (f32x4.add (local.get $c1) (f32x4.mul (local.get $s) (local.get $w1))))
              (local.set $s (v128.load32_splat (i32.add (local.get $p3) (local.get $i))))
              (local.set $d0 (f32x4.add (local.get $d0) (f32x4.mul (local.get $s) (local.get $w0))))
              (local.set $d1 (f32x4.add (local.get $d1) (f32x4.mul (local.get $s) (local.get $w1))))
              (local.set $q (i32.add (local.get $q) (i32.const 32)))
              (local.set $i (i32.add (local.get $i) (i32.const 4)))
              (br_if $sum (i32.lt_u (local.get $i) (i32.shl (local.get $k) (i32.const 2)))))
            (v128.store (local.get $out) (local.get $a0))
            (v128.store offset=16 (local.get $out) (local.get $a1))
            (local.set $out (i32.add (local.get $out) (local.get $wide)))
            (v128.store (local.get $out) (local.get $b0))
            (v128.store offset=16 (local.get $out) (local.get $b1))
            (local.set $out (i32.add (local.get $out) (local.get $wide)))
            (v128.store (local.get $out) (local.get $c0))
            (v128.store offset=16 (local.get $out) (local.get $c1))
            (local.set $out (i32.add (local.get $out) (local.get $wide)))
            (v128.store (local.get $out) (local.get $d0))
            (v128.store offset=16 (local.get $out) (local.get $d1))
            (local.set $out (i32.add (local.get $out) (local.get $wide)))
            (local.set $p0 (i32.add (local.get $p3) (local.get $stride)))
            (local.set $r (i32.sub (local.get $r) (i32.const 4)))
            (br $fours)))
        (block $column
          (loop $ones
            (br_if $column (i32.eqz (local.get $r)))
            (local.set $a0 (v128.load (local.get $b)))
            (local.set $a1 (v128.load offset=16 (local.get $b)))
            (local.set $q (local.get $w))
            (local.set $i (i32.const 0))
            (loop $sum
              (local.set $s (v128.load32_splat (i32.add (local.get $p0) (local.get $i))))
              (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $s) (v128.load (local.get $q)))))
              (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $s) (v128.load offset=16 (local.get $q)))))
              (local.set $q (i32.add (local.get $q) (i32.const 32)))
              (local.set $i (i32.add (local.get $i) (i32.const 4)))
              (br_if $sum (i32.lt_u (local.get $i) (i32.shl (local.get $k) (i32.const 2)))))
            (v128.store (local.get $out) (local.get $a0))
            (v128.store offset=16 (local.get $out) (local.get $a1))
            (local.set $out (i32.add (local.get $out) (local.get $wide)))
            (local.set $p0 (i32.add (local.get $p0) (local.get $stride)))
            (local.set $r (i32.sub (local.get $r) (i32.const 1)))
            (br $ones)))
        (local.set $w (local.get $q))
        (local.set $b (i32.add (local.get $b) (i32.const 32)))
        (local.set $y (i32.add (local.get $y) (i32.const 32)))
        (local.set $n (i32.sub (local.get $n) (i32.const 8)))
        (br $columns))))

  (func $total (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; y = x + layer norm of the greatest of three pieces, for rows of 96: u holds the pieces one after the other, gain and shift are the
  ;; norm's. A stride of 0 adds the same row to all.
  (func (export "maxoutNorm")
    (param $u i32) (param $gain i32) (param $shift i32) (param $x i32) (param $stride i32) (param $y i32) (param $rows i32)
    (local $i i32) (local $at i32) (local $m v128) (local $sum v128) (local $mean v128) (local $scale v128)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $sum (f32x4.splat (f32.const 0)))
        (local.set $i (i32.const 0))
        (loop $greatest
          (local.set $at (i32.add (local.get $u) (local.get $i)))
          (local.set $m
            (f32x4.max
              (v128.load (local.get $at))
              (f32x4.max (v128.load offset=384 (local.get $at)) (v128.load offset=768 (local.get $at)))))
          (v128.store (local.get $at) (local.get $m))
          (local.set $sum (f32x4.add (local.get $sum) (local.get $m)))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $greatest (i32.lt_u (local.get $i) (i32.const 384))))
        (local.set $mean (f32x4.splat (f32.div (call $total (local.get $sum)) (f32.const 96))))
        (local.set $sum (f32x4.splat (f32.const 0)))
        (local.set $i (i32.const 0))
        (loop $spread
          (local.set $at (i32.add (local.get $u) (local.get $i)))
          (local.set $m (f32x4.sub (v128.load (local.get $at)) (local.get $mean)))
          (v128.store (local.get $at) (local.get $m))
          (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $m) (local.get $m))))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $spread (i32.lt_u (local.get $i) (i32.const 384))))
        (local.set $scale
          (f32x4.splat
            (f32.div
              (f32.const 1)
              (f32.sqrt (f32.add (f32.div (call $total (local.get $sum)) (f32.const 96)) (f32.const 1e-8))))))
        (local.set $i (i32.const 0))
        (loop $write
          (v128.store (i32.add (local.get $y) (local.get $i))
            (f32x4.add
              (v128.load (i32.add (local.get $x) (local.get $i)))
              (f32x4.add
                (v128.load (i32.add (local.get $shift) (local.get $i)))
                (f32x4.mul
                  (v128.load (i32.add (local.get $gain) (local.get $i)))
                  (f32x4.mul (local.get $scale) (v128.load (i32.add (local.get $u) (local.get $i))))))))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $write (i32.lt_u (local.get $i) (i32.const 384))))
        (local.set $u (i32.add (local.get $u) (i32.const 1152)))
        (local.set $x (i32.add (local.get $x) (local.get $stride)))
        (local.set $y (i32.add (local.get $y) (i32.const 384)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row))))

  ;; y = the greater of two pieces of 64 of the bias and `count` rows of 128 added up, whose addresses stand at `rows`.
  (func (export "maxoutSum") (param $rows i32) (param $count i32) (param $bias i32) (param $y i32)
    (local $i i32) (local $f i32) (local $at i32) (local $a v128) (local $b v128)
    (local.set $count (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
    (loop $columns
      (local.set $at (i32.add (local.get $bias) (local.get $i)))
      (local.set $a (v128.load (local.get $at)))
      (local.set $b (v128.load offset=256 (local.get $at)))
      (local.set $f (local.get $rows))
      (loop $features
        (local.set $at (i32.add (i32.load (local.get $f)) (local.get $i)))
        (local.set $a (f32x4.add (local.get $a) (v128.load (local.get $at))))
        (local.set $b (f32x4.add (local.get $b) (v128.load offset=256 (local.get $at))))
        (local.set $f (i32.add (local.get $f) (i32.const 4)))
        (br_if $features (i32.lt_u (local.get $f) (local.get $count))))
      (v128.store (i32.add (local.get $y) (local.get $i)) (f32x4.max (local.get $a) (local.get $b)))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $columns (i32.lt_u (local.get $i) (i32.const 256)))))

  ;; Writes MurmurHash64A (Appleby) with seed 1 of `length` bytes to `out`. Eight bytes beyond them must be zero.
  (func (export "hash") (param $at i32) (param $length i32) (param $out i32)
    (local $h i64) (local $k i64) (local $left i32)
    (local.set $h
      (i64.xor (i64.const 1) (i64.mul (i64.extend_i32_u (local.get $length)) (i64.const 0xc6a4a7935bd1e995))))
    (local.set $left (local.get $length))
    (block $tail
      (loop $blocks
        (br_if $tail (i32.lt_s (local.get $left) (i32.const 8)))
        (local.set $k (i64.mul (i64.load (local.get $at)) (i64.const 0xc6a4a7935bd1e995)))
        (local.set $k (i64.xor (local.get $k) (i64.shr_u (local.get $k) (i64.const 47))))
        (local.set $k (i64.mul (local.get $k) (i64.const 0xc6a4a7935bd1e995)))
        (local.set $h (i64.mul (i64.xor (local.get $h) (local.get $k)) (i64.const 0xc6a4a7935bd1e995)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 8)))
        (br $blocks)))
    (if (local.get $left)
      (then (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load (local.get $at))) (i64.const 0xc6a4a7935bd1e995)))))
    (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 47))))
    (local.set $h (i64.mul (local.get $h) (i64.const 0xc6a4a7935bd1e995)))
    (i64.store (local.get $out) (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 47)))))

  (func $spread (param $h i64) (result i64)
    (local.set $h (i64.mul (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 33))) (i64.const 0xff51afd7ed558ccd)))
    (local.set $h (i64.mul (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 33))) (i64.const 0xc4ceb9fe1a85ec53)))
    (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 33))))

  ;; Writes the four 32-bit keys of the 64-bit id that stands at `id` to `out`: MurmurHash3 (Appleby), as thinc's HashEmbed has it.
  (func (export "keys") (param $id i32) (param $seed i32) (param $out i32)
    (local $h1 i64) (local $h2 i64)
    (local.set $h2 (i64.xor (i64.extend_i32_u (local.get $seed)) (i64.const 8)))
    (local.set $h1 (i64.rotl (i64.mul (i64.load (local.get $id)) (i64.const 0x87c37b91114253d5)) (i64.const 31)))
    (local.set $h1 (i64.xor (i64.mul (local.get $h1) (i64.const 0x4cf5ad432745937f)) (local.get $h2)))
    (local.set $h1 (i64.add (local.get $h1) (local.get $h2)))
    (local.set $h2 (i64.add (local.get $h2) (local.get $h1)))
    (local.set $h1 (call $spread (local.get $h1)))
    (local.set $h2 (call $spread (local.get $h2)))
    (local.set $h1 (i64.add (local.get $h1) (local.get $h2)))
    (i64.store (local.get $out) (local.get $h1))
    (i64.store offset=8 (local.get $out) (i64.add (local.get $h2) (local.get $h1)))))
